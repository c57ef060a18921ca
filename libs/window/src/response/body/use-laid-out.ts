import { useEffect, useMemo, useState } from 'react';

import type { BodyFormat } from './body-format.js';
import { foldEnds } from './fold-ends.js';
import { prettyBody } from './show-body.js';

/** A text ready for a viewer: laid out, and with the lines that fold. */
export interface ViewerText {
  readonly text: string;
  /** For each line the last line of its block, from 0; 0 for none. */
  readonly folds: Int32Array;
}

/** Up to this many characters JSON and plain text are laid out at once; anything else by a worker. */
const maxSyncLength = 60_000;

const toViewerTextSync = (text: string, format: BodyFormat | undefined): ViewerText | undefined => {
  if (text.length > maxSyncLength) return undefined;
  if (format !== undefined && format !== 'json' && format !== 'text') return undefined;
  const laid = format === 'json' ? prettyBody(text, 'application/json').text : text;
  return { text: laid, folds: foldEnds(laid) };
};

/**
 * A text laid out as its format asks, or as it came without one; undefined until it is done. A long text is laid out by a
 * worker, so that the page does not freeze.
 */
export const useViewerText = (
  text: string | undefined,
  format: BodyFormat | undefined,
): ViewerText | undefined => {
  const ready = useMemo(
    () => (text === undefined ? undefined : toViewerTextSync(text, format)),
    [text, format],
  );
  const [done, setDone] = useState<{ readonly of: string; readonly as: string; readonly laid: ViewerText }>();
  const as = format ?? 'raw';
  useEffect(() => {
    if (text === undefined || ready !== undefined) return undefined;
    const worker = new Worker(new URL('./viewer.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<ViewerText>) => {
      setDone({ of: text, as, laid: data });
    });
    worker.postMessage({ text, format });
    return () => {
      worker.terminate();
    };
  }, [text, format, as, ready]);
  if (ready !== undefined) return ready;
  return done !== undefined && done.of === text && done.as === as ? done.laid : undefined;
};
