import type { BodyFormat } from './body-format.js';
import { findFoldEnds, prettyPrint } from './pretty-print.js';

interface Work {
  readonly text: string;
  /** Undefined to leave the text unchanged. */
  readonly format: BodyFormat | undefined;
}

const prettyPrintOrKeep = async ({ text, format }: Work): Promise<string> => {
  try {
    return format === undefined ? text : await prettyPrint(text, format);
  } catch {
    // Show text as received if its formatter cannot parse it.
    return text;
  }
};

addEventListener('message', ({ data }: MessageEvent<Work>) => {
  void prettyPrintOrKeep(data).then((text) => {
    const folds = findFoldEnds(text);
    postMessage({ text, folds }, { transfer: [folds.buffer] });
  });
});
