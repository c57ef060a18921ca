import { compareLines } from './line-diff.js';

interface Work {
  readonly before: string;
  readonly after: string;
}

addEventListener('message', ({ data: { before, after } }: MessageEvent<Work>) => {
  const diff = compareLines(before, after);
  const { kinds, numbers, marks, folds } = diff;
  postMessage(diff, { transfer: [kinds.buffer, numbers.buffer, marks.buffer, folds.buffer] });
});
