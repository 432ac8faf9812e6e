"""Which lines stand for text that a model has left out."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchsight.core.formats import elision
from patchsight.core.formats.elision import is_elision

ELISIONS = """
// ... existing code ...
// ...existing code...
    # … existing code …
# ...
//...
-- ...
; ...
% ...
/* ... */
/* … */
{/* ... */}
{/* ... existing JSX ... */}
<!-- ... rest of the file unchanged ... -->
<!-- [previous code remains unchanged] -->
(* ... *)
{# ... #}
 * ... other options ...
		// ... other methods ...
// Other methods
# Other functions
// (unchanged)
# unchanged
(unchanged)
[unchanged]
(rest of methods ...)
[... existing code ...]
[...]
(…)
<...>
<rest of file>
<existing code here>
# Existing code here...
# Rest of the code remains the same
// rest of the implementation
// remaining code
// Remaining methods unchanged
// The rest of the file stays as is
// Keep existing code
// code omitted for brevity
// imports omitted
# same as before
# Same as above
// implementation as above
// ... same as before ...
// ... rest of the UserService methods ...
// ... keep the login handler as before
# ... (other tests)
// no changes below
// not shown
// existing imports
/* existing styles */
// [previous code here]
// more code here
<!-- rest of the page -->
-- rest of query
// === existing code ===
# everything else stays the same
// leave the rest as is
# ... truncated ...
// ... implementation ...
Lines 10-20 omitted
[Lines 10–20 omitted for brevity]
// lines 10 to 20 unchanged
# 35 lines omitted
# 35 more lines not shown
[... 30 lines ...]
// … 30 more lines
# the rest remains the same
// The rest is the same
// Other routes remain the same
// the code above stays exactly the same
-- rest of the big query unchanged
% remaining slides unchanged
...
…
......
... existing code ...
… rest of the file …
{...}
{ … }
function load() { ... }
  onClick={() => { … }}
class A { ... };
"""

CONTENT = """
x = 1

# Return the existing user
# Process remaining files...
# the rest of the time nothing is sent
# remaining seats are the cheapest ones
# The result stays the same size
// the rest of the arguments are passed on
# leave the order unchanged
# returns the same list as before the call was made
// ...args
...rest
  ...rest,
  ...other,
...existingCode,
# existing users
# Other
# before
# above
# the same
# more
// Original code
// Your code here
# Previous implementation
# rest of the arguments are passed on
# ... with the options of the class
# existing file
// Other classes
# Other imports
# No changes
# todo: rest of the implementation
def f(): ...
    ...,
x: tuple[int, ...]
foo(...)
print("...")
"..."
'...'
"# ... existing code ..."
s = '// ... existing code ...'
log("rest of file omitted")
for (;;) {}
..
// ..
# see file...
// loading...
# Loading existing files...
1..2
(rest)
[other]
<other>
<remaining/>
#include <other>
[dependencies]
/* ............................................................ */
...scopes.reduce((previous, current) => previous.concat(current)),
...rest: Pattern[]
'attribute_rest': [
# the remaining variables
# ...in order to have a more informative error.
# ...add other platform-specific processing here, if
(x, y)
{}
{ ..self }
{ ...rest }
{...props}
--flag
- ...args
# lines 10-20
Lines of the file are omitted where they do not matter to the reader at all.
"""


@pytest.mark.parametrize("line", ELISIONS.strip("\n").split("\n"))
def test_a_line_that_stands_for_others(line: str) -> None:
    assert is_elision(line, "src/app.ts")


@pytest.mark.parametrize("line", CONTENT.strip("\n").split("\n"))
def test_a_line_that_stands_for_itself(line: str) -> None:
    assert not is_elision(line, "src/app.ts")


@pytest.mark.parametrize("path", ["app.py", "src/app.PYI", "a.pyx"])
def test_dots_alone_are_code_in_python(path: str) -> None:
    assert not is_elision("    ...", path)
    assert is_elision("    # ...", path)
    assert is_elision("... existing code ...", path)


def test_dots_alone_are_code_nowhere_else() -> None:
    assert is_elision("...", "app.yaml")
    assert is_elision("...")


def test_dots_in_braces_are_code_in_lua() -> None:
    assert not is_elision("local args = { ... }", "init.lua")
    assert is_elision("const args = { ... }", "init.ts")


@given(
    st.lists(
        st.sampled_from(
            [
                *"{}()[]<>/*#-%!:;'\"@. ",
                "...",
                "…",
                "rem",
                "Line",
                "3",
                "lines",
                "omitted",
                "rest",
                "of",
            ]
        ),
        max_size=7,
    ).map(" ".join)
)
def test_the_glance_passes_over_nothing(line: str) -> None:
    told = is_elision(line), is_elision(line.replace(" ", ""))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(elision, "_OPENING", re.compile(""))
        assert told == (is_elision(line), is_elision(line.replace(" ", "")))
