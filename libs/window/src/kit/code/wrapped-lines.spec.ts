import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';

import { computeHang, maxWrappedLength, wrappedLines } from './wrapped-lines.js';

const isWrapped = (state: EditorState): boolean =>
  state.facet(EditorView.contentAttributes).some((one) => 'class' in one && one.class === 'cm-lineWrapping');

it.each([
  [[maxWrappedLength, 1, maxWrappedLength], true],
  [[5, maxWrappedLength + 1], false],
  [[maxWrappedLength - 1, maxWrappedLength + 1, 3], false],
  [[maxWrappedLength, maxWrappedLength + 1], false],
  [Array.from({ length: 50 }, () => maxWrappedLength / 2 + 1), true],
  [[...Array.from({ length: 50 }, () => 999), maxWrappedLength + 1], false],
])('a long line is found wherever it is: lines of %j characters are wrapped: %j', (lengths, expected) => {
  const doc = lengths.map((length) => 'x'.repeat(length)).join('\n');
  expect(isWrapped(EditorState.create({ doc, extensions: [wrappedLines] }))).toBe(expected);
});

it('a code editor wraps any number of lines, unless a line is very long', () => {
  const line = 'x'.repeat(maxWrappedLength);
  const state = EditorState.create({ doc: `${line}\n${line}`, extensions: [wrappedLines] });
  expect(isWrapped(state)).toBe(true);
  const longer = state.update({ changes: { from: 0, insert: 'y' } }).state;
  expect(isWrapped(longer)).toBe(false);
  const broken = longer.update({ changes: { from: 9, insert: '\n' } }).state;
  expect(isWrapped(broken)).toBe(true);
});

it.each([
  ['a', 0],
  ['  a b', 2],
  ['\t\ta', 8],
  [' \ta', 4],
  [`${' '.repeat(60)}a`, 24],
  ['', 0],
  ['    ', 0],
])('the rows after the first one of the line %j are indented by %j columns', (line, columns) => {
  expect(computeHang(line, 4)).toBe(columns);
});
