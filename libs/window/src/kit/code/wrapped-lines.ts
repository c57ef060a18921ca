import type { EditorState, Extension, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** A line of more characters is not wrapped: laying it out would hold the page up for a third of a second. */
export const maxWrappedLength = 20_000;

const hasLongLine = (doc: Text): boolean => {
  if (doc.length <= maxWrappedLength) return false;
  for (const line of doc.iterLines()) if (line.length > maxWrappedLength) return true;
  return false;
};

/** The attributes of CodeMirror's own `lineWrapping`. */
const attributes = { class: 'cm-lineWrapping' };

const attributesOf = ({ doc }: EditorState): Readonly<Record<string, string>> =>
  hasLongLine(doc) ? {} : attributes;

/** Wraps lines while none is very long, as in JSON of a megabyte without line breaks. */
export const wrappedLines: Extension = EditorView.contentAttributes.compute(['doc'], attributesOf);
