import type { EditorState, Extension, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Maximum length of a wrapped line, in characters: the layout of longer ones would block the page for a third of a second. */
export const maxWrappedLength = 20_000;

const hasLongLine = (doc: Text): boolean => {
  if (doc.length <= maxWrappedLength) return false;
  for (const line of doc.iterLines()) if (line.length > maxWrappedLength) return true;
  return false;
};

/** The attributes that CodeMirror's `lineWrapping` sets. */
const wrapAttributes = { class: 'cm-lineWrapping' };

const getWrapAttributes = ({ doc }: EditorState): Readonly<Record<string, string>> =>
  hasLongLine(doc) ? {} : wrapAttributes;

/** Wraps lines unless one is very long, such as a megabyte of JSON without line breaks. */
export const wrappedLines: Extension = EditorView.contentAttributes.compute(['doc'], getWrapAttributes);
