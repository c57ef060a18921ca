import { useEffect, useState } from 'react';

import type { TableAnswers, TableHead, TablePart, TableQuery, TableRequest } from './table-messages.js';

type Kind = keyof TableAnswers;
type MessageOf<K extends Kind> = Omit<Extract<TableRequest, { readonly kind: K }>, 'number'>;

/** A worker that has parsed a body. SortOrder and exporting a long one would block the page. */
export interface TableWorker {
  readonly ask: <K extends Kind>(message: MessageOf<K>) => Promise<TableAnswers[K]>;
}

interface Answer {
  readonly number: number;
  readonly answer: TableAnswers[Kind];
}

const startWorker = () => {
  const worker = new Worker(new URL('./table.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (answer: TableAnswers[Kind]) => void>();
  let count = 0;
  worker.addEventListener('message', ({ data: { number, answer } }: MessageEvent<Answer>) => {
    waiting.get(number)?.(answer);
    waiting.delete(number);
  });
  const ask = <K extends Kind>(message: MessageOf<K>): Promise<TableAnswers[K]> =>
    new Promise((resolve) => {
      count += 1;
      // The type of the answer depends on the kind of the message with the same number.
      waiting.set(count, (answer) => resolve(answer as TableAnswers[K]));
      worker.postMessage({ ...message, number: count });
    });
  return { ask, stop: () => worker.terminate() };
};

/** The tables of a JSON body, found by a worker; undefined while the worker parses the body. */
export const useTables = (
  json: string,
): { readonly worker: TableWorker; readonly tables: readonly TableHead[] } | undefined => {
  const [opened, setOpened] = useState<{
    readonly json: string;
    readonly worker: TableWorker;
    readonly tables: readonly TableHead[];
  }>();
  useEffect(() => {
    const worker = startWorker();
    void worker.ask<'open'>({ kind: 'open', json }).then((tables) => setOpened({ json, worker, tables }));
    return () => worker.stop();
  }, [json]);
  return opened?.json === json ? opened : undefined;
};

/** Rows are loaded in parts. A part begins at a multiple of this number, and is three times as long. */
const partSize = 50;

/** The rows around the visible ones. While another part is loading, the previous one. */
export const useTablePart = (
  { ask }: TableWorker,
  query: TableQuery,
  firstVisible: number,
): TablePart | undefined => {
  const [part, setPart] = useState<TablePart>();
  const from = Math.max(0, (Math.floor(firstVisible / partSize) - 1) * partSize);
  const { table, filter, sorting } = query;
  useEffect(() => {
    let isCurrent = true;
    const read = async (): Promise<void> => {
      const found = await ask<'rows'>({
        kind: 'rows',
        query: { table, filter, sorting },
        from,
        to: from + 3 * partSize,
      });
      if (isCurrent) setPart(found);
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [ask, table, filter, sorting, from]);
  return part;
};
