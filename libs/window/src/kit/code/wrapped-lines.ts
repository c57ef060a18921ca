import type { EditorState, Extension, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * Maximum length of a line that is wrapped, in characters. The layout of longer ones would block the page for a third of a
 * second.
 */
export const maxWrappedLength = 20_000;

/** Whether a document has a line that is not wrapped. Looking at each of a million lines would block the page at every keystroke. */
const hasLongLine = (doc: Text): boolean => {
  for (let from = 0; from + maxWrappedLength < doc.length;) {
    // All lines between `from` and this one are shorter.
    const line = doc.lineAt(from + maxWrappedLength);
    if (line.length > maxWrappedLength) return true;
    from = line.from > from ? line.from : line.to + 1;
  }
  return false;
};

/** The attributes that CodeMirror's own `lineWrapping` sets. */
const wrapAttributes = { class: 'cm-lineWrapping' };

const getWrapAttributes = ({ doc }: EditorState): Readonly<Record<string, string>> =>
  hasLongLine(doc) ? {} : wrapAttributes;

/** Wraps lines unless one is very long, such as a megabyte of JSON without line breaks. */
export const wrappedLines: Extension = EditorView.contentAttributes.compute(['doc'], getWrapAttributes);
