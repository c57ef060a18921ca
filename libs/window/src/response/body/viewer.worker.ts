import type { BodyFormat } from './body-format.js';
import { findFoldEnds, prettyPrint } from './pretty-print.js';
import { formatHexLines } from './show-body.js';
import type { ViewerSource } from './use-body.js';

interface Work {
  readonly source: ViewerSource;
  /** Undefined to leave the text unchanged. */
  readonly format: BodyFormat | undefined;
}

const prettyPrintOrKeep = async ({ source, format }: Work): Promise<string> => {
  if (typeof source !== 'string') return formatHexLines(source);
  try {
    return format === undefined ? source : await prettyPrint(source, format);
  } catch {
    // Show the text as it was received if its formatter cannot parse it.
    return source;
  }
};

addEventListener('message', ({ data }: MessageEvent<Work>) => {
  void prettyPrintOrKeep(data).then((text) => {
    const folds = findFoldEnds(text);
    postMessage({ text, folds }, { transfer: [folds.buffer] });
  });
});
