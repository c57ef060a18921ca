import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';

import { maxWrappedLength, wrappedLines } from './wrapped-lines.js';

const isWrapped = (state: EditorState): boolean =>
  state.facet(EditorView.contentAttributes).some((one) => 'class' in one && one.class === 'cm-lineWrapping');

it('a code editor wraps any number of lines, unless a line is very long', () => {
  const line = 'x'.repeat(maxWrappedLength);
  const state = EditorState.create({ doc: `${line}\n${line}`, extensions: [wrappedLines] });
  expect(isWrapped(state)).toBe(true);
  const longer = state.update({ changes: { from: 0, insert: 'y' } }).state;
  expect(isWrapped(longer)).toBe(false);
  const broken = longer.update({ changes: { from: 9, insert: '\n' } }).state;
  expect(isWrapped(broken)).toBe(true);
});
