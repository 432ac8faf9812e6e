// A text field with line numbers and marks: the marks lie on a copy of the text behind it.

/** An element with attributes and children. Strings become text, never markup. */
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** Where a text changes its marks, in order, with all marks that hold from there. */
function* slices(text, marks) {
  const ends = new Set([0, text.length]);
  for (const { start, end } of marks) ends.add(start).add(end);
  const edges = [...ends].filter((at) => at <= text.length).sort((a, b) => a - b);
  for (let i = 0; i + 1 < edges.length; i++) {
    const [start, end] = [edges[i], edges[i + 1]];
    yield [text.slice(start, end), marks.filter((mark) => mark.start <= start && end <= mark.end)];
  }
}

export class Editor {
  constructor(place, label, onEdit) {
    this.gutter = make("div", { class: "ps-gutter", "aria-hidden": "true" });
    this.copy = make("div", { class: "ps-copy", "aria-hidden": "true" });
    this.field = make("textarea", {
      "aria-label": label,
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      wrap: "off",
    });
    place.append(this.gutter, make("div", { class: "ps-text" }, this.copy, this.field));
    this.marks = [];
    this.field.addEventListener("input", () => {
      this.marks = [];
      this.draw();
      onEdit(this.field.value);
    });
    this.field.addEventListener("scroll", () => this.follow());
  }

  show(text, marks = []) {
    if (this.field.value !== text) this.field.value = text;
    this.marks = marks;
    this.draw();
  }

  /** Marks are `{ start, end, kind, title }`; one of no length covers the character at its place. */
  mark(marks) {
    const { length } = this.field.value;
    this.marks = marks.map((mark) => {
      if (mark.end > mark.start) return mark;
      const start = Math.max(0, Math.min(mark.start, length - 1));
      return { ...mark, start, end: start + 1 };
    });
    this.draw();
  }

  draw() {
    const text = this.field.value;
    const pieces = [...slices(text, this.marks)].map(([piece, marks]) => {
      if (!marks.length) return piece;
      const kinds = marks.map((mark) => `ps-${mark.kind}`).join(" ");
      // A line end shows nothing by itself.
      return make("span", { class: kinds }, piece.replace(/^\n/, " \n"));
    });
    this.copy.replaceChildren(...pieces, "\n");
    const lines = text.split("\n").length;
    if (this.gutter.childElementCount !== lines) {
      const rows = Array.from({ length: lines }, (_, row) => make("div", {}, String(row + 1)));
      this.gutter.replaceChildren(...rows);
    }
    this.follow();
  }

  follow() {
    this.copy.style.transform = `translate(${-this.field.scrollLeft}px, ${-this.field.scrollTop}px)`;
    this.gutter.scrollTop = this.field.scrollTop;
  }

  select(start, end) {
    const row = this.field.value.slice(0, start).split("\n").length - 1;
    const height = parseFloat(getComputedStyle(this.field).lineHeight);
    this.field.focus({ preventScroll: true });
    this.field.setSelectionRange(start, end);
    this.field.scrollTop = Math.max(0, row * height - this.field.clientHeight / 2);
    this.follow();
  }
}
