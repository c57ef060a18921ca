import { type Extension, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';

class Note extends WidgetType {
  readonly #words: string;
  constructor(words: string) {
    super();
    this.#words = words;
  }
  override toDOM(): HTMLElement {
    const element = document.createElement('div');
    element.className = 'cm-end';
    element.textContent = this.#words;
    return element;
  }
  override eq(other: Note): boolean {
    return other.#words === this.#words;
  }
}

/** Words after the last line of a text, which are no part of it. */
export const endNote = (words: string): Extension =>
  StateField.define({
    create: ({ doc }) =>
      Decoration.set(Decoration.widget({ widget: new Note(words), block: true, side: 1 }).range(doc.length)),
    update: (present) => present,
    provide: (field) => EditorView.decorations.from(field),
  });
