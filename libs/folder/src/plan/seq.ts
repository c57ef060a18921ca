import type { FolderTree } from '../files/tree.js';
import { directoryOf } from '../layout/places.js';

/** Gives the `folder.yml` at `path` the next place among its neighbours. */
export type NextSeq = (path: string) => string;

const step = 1_000;

const seqIn = (text: string): number =>
  Number(/^[ \t]+seq:[ \t]*"?(\d{1,9})"?[ \t]*\r?$/m.exec(text)?.[1] ?? 0);

const outerOf = (path: string): string => directoryOf(directoryOf(path));

/** Appends folders to the others beside them, in steps that leave room for what a person puts in between. */
export const nextSeqOf = ({ files }: FolderTree): NextSeq => {
  const highest = new Map<string, number>();
  const first = () => {
    for (const { path, text } of files.values())
      if (path.endsWith('/folder.yml'))
        highest.set(outerOf(path), Math.max(highest.get(outerOf(path)) ?? 0, seqIn(text)));
  };
  return (path) => {
    if (highest.size === 0) first();
    const next = (Math.floor((highest.get(outerOf(path)) ?? 0) / step) + 1) * step;
    highest.set(outerOf(path), next);
    return String(next);
  };
};
