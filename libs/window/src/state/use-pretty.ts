import { useEffect, useState } from 'react';

import type { prettyBody } from '../model/show-body.js';

type Laid = ReturnType<typeof prettyBody>;

/** A long text laid out by a worker, so that the page stays awake; undefined until it is done. */
export const usePretty = (text: string | undefined, contentType: string | undefined): Laid | undefined => {
  const [laid, setLaid] = useState<{ readonly of: string; readonly as: Laid }>();
  useEffect(() => {
    if (text === undefined) return undefined;
    const worker = new Worker(new URL('./pretty.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Laid>) => {
      setLaid({ of: text, as: data });
    });
    worker.postMessage({ text, contentType });
    return () => {
      worker.terminate();
    };
  }, [text, contentType]);
  return laid !== undefined && laid.of === text ? laid.as : undefined;
};
