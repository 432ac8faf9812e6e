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

/** A text in pieces, in order, each with the marks that hold in all of it. */
function* slices(text, marks) {
  const edges = new Map([[0, []]]);
  for (const mark of marks)
    for (const at of [mark.start, mark.end]) edges.set(at, [...(edges.get(at) ?? []), mark]);
  edges.set(text.length, []);
  const holding = new Set();
  let start = 0;
  for (const [at, changing] of [...edges].sort(([a], [b]) => a - b)) {
    if (at > start) yield [text.slice(start, at), [...holding]];
    for (const mark of changing) if (!holding.delete(mark)) holding.add(mark);
    start = at;
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

  /** Put another text in as if it were typed: Ctrl+Z takes it back. */
  replace(text) {
    const old = this.field.value;
    const most = Math.min(old.length, text.length);
    let [head, tail] = [0, 0];
    while (head < most && old[head] === text[head]) head += 1;
    while (tail < most - head && old.at(-1 - tail) === text.at(-1 - tail)) tail += 1;
    const fresh = text.slice(head, text.length - tail);
    this.field.focus({ preventScroll: true });
    this.field.setSelectionRange(head, old.length - tail);
    const typed = document.execCommand(fresh ? "insertText" : "delete", false, fresh);
    if (typed && this.field.value === text) return;
    this.field.value = text; // a browser that cannot type
    this.field.dispatchEvent(new Event("input"));
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
    if (this.lines !== lines) {
      this.lines = lines;
      this.gutter.textContent = Array.from({ length: lines }, (_, row) => row + 1).join("\n");
    }
    this.follow();
  }

  follow() {
    this.copy.style.transform = `translate(${-this.field.scrollLeft}px, ${-this.field.scrollTop}px)`;
    this.gutter.scrollTop = this.field.scrollTop;
  }

  select(start, end) {
    this.field.focus({ preventScroll: true });
    this.field.setSelectionRange(start, end);
    this.reveal(start);
  }

  reveal(start) {
    const row = this.field.value.slice(0, start).split("\n").length - 1;
    const height = parseFloat(getComputedStyle(this.field).lineHeight);
    this.field.scrollTop = Math.max(0, row * height - this.field.clientHeight / 2);
    this.follow();
  }
}
