"""A place in a file is named by what a person would say it is in."""

from __future__ import annotations

from textwrap import dedent

import pytest

from patchsight.core.text.enclosing import name_places


def check(path: str, text: str, *names: str) -> None:
    """Each line with a `<<<` has the name that is given for it."""
    lines = dedent(text).strip("\n").split("\n")
    rows = [row for row, line in enumerate(lines) if "<<<" in line]
    assert name_places(path, lines, rows) == list(names)


def test_a_signature_of_several_lines_is_named_by_its_first() -> None:
    check(
        "views.py",
        """
        def show(
            request: Request,
            number: int,
        ) -> Response:
            return render(request)  # <<<

        async def edit(request: Request,
                       number: int) -> Response:

            # why
            return render(request)  # <<<
        """,
        "def show",
        "async def edit(request: Request",
    )


def test_methods_of_one_name_are_told_apart_by_their_class() -> None:
    check(
        "a.py",
        """
        class A(Base):
            def run(self):
                return 1  # <<<

        class B(Base):
            def run(self):
                return 1  # <<<
        """,
        "class A(Base) › def run(self)",
        "class B(Base) › def run(self)",
    )


def test_what_has_no_name_is_passed_over() -> None:
    check(
        "a.py",
        """
        def read(path):
            with open(path) as file:
                for line in file:
                    if line:
                        use(line)  # <<<

        def write(path):
            try:
                use(line)  # <<<
            except OSError:
                use(line)  # <<<
        """,
        "def read(path) › with open(path) as file › for line in file › if line",
        "def write(path) › try",
        "def write(path) › except OSError",
    )
    check(
        "a.py",
        """
        def read(path):
            with open(path) as file:
                use(file)  # <<<

        def write(path):
            if path:
                use(file)  # <<<
        """,
        "def read(path)",
        "def write(path)",
    )


def test_braces() -> None:
    check(
        "a.c",
        """
        static int first(int a)
        {
            if (a) {
                b();
            } else {
                c(); // <<<
            }
        #ifdef X
            c(); // <<<
        #endif
        }

        int second(
            int a,
            int b
        ) {
            /* why
             * not */
            c(); // <<<
        }
        """,
        "static int first(int a) › if (a)",
        "static int first(int a)",
        "int second",
    )
    check(
        "A.java",
        """
        public class A {
            public void run() throws IOException {
                stop(); // <<<
            }

            void halt() {
                stop(); // <<<
            }
        }
        """,
        "public void run() throws IOException",
        "void halt()",
    )


def test_javascript() -> None:
    check(
        "a.ts",
        """
        export const load = async (id: string) => {
          await get(id); // <<<
        };

        describe("adding", () => {
          it("works", () => {
            await get(id); // <<<
          });
        });

        class Store {
          load(
            id: string,
          ): Promise<void> {
            await get(id); // <<<
          }
        }
        """,
        "export const load = async (id: string)",
        'it("works", ()',
        "load",
    )


def test_go() -> None:
    check(
        "a.go",
        """
        func (s *Server) Start(
        \tctx context.Context,
        ) error {
        \treturn nil // <<<
        }

        func (c *Client) Start() error {
        \tif c.on {
        \t\treturn nil // <<<
        \t}
        }
        """,
        "func (s *Server) Start",
        "func (c *Client) Start() error",
    )


def test_yaml() -> None:
    check(
        "ci.yaml",
        """
        jobs:
          build:
            # the usual one
            timeout: 30  # <<<
            steps:
              - name: Test
                run: make  # <<<
          docs:
            timeout: 30  # <<<
        """,
        "build",
        "- name: Test",
        "docs",
    )


def test_headings() -> None:
    check(
        "README.md",
        """
        # Tool
        make  <<<
        ## Install
        ```sh
        # not a heading
        make  <<<
        ```
        ## Develop
        ### Install
        make  <<<
        # Other
        ## Install
        make  <<<
        """,
        "# Tool",
        "# Tool › ## Install",
        "## Develop › ### Install",
        "# Other › ## Install",
    )
    check(
        "a.toml",
        """
        timeout = 30  # <<<
        [mail]
        timeout = 30  # <<<
        [[server]]
        ports = [
            1,
        ]
        timeout = 30  # <<<
        """,
        "",
        "[mail]",
        "[[server]]",
    )


@pytest.mark.parametrize("text", ["x <<<", "x <<<\ny", ")\nx <<<", "\n\n  x <<<"])
def test_nothing_around_a_place_is_no_name(text: str) -> None:
    check("a.py", text, "")


def test_the_first_line_with_text_says_how_deep_a_place_is() -> None:
    lines = ["def f():", "    a()", "", "    b()"]
    assert name_places("a.py", lines, [2]) == ["def f()"]
    assert name_places("a.py", lines, [4]) == [""]


def test_places_that_nothing_tells_apart_have_one_short_name() -> None:
    check(
        "a.py",
        """
        class A:
            def f(self):
                x()  # <<<
                x()  # <<<
        """,
        "def f(self)",
        "def f(self)",
    )


def test_a_long_line_is_cut() -> None:
    check("a.py", f"def {'f' * 80}():\n    x()  # <<<", f"def {'f' * 45}…")
