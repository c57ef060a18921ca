import type { FolderTree } from '../files/tree.js';
import { directoryOf } from '../layout/places.js';
import type { NextSeq } from './write-entity.js';

const step = 1_000;

const seqIn = (text: string): number =>
  Number(/^[ \t]+seq:[ \t]*"?(\d{1,9})"?[ \t]*\r?$/m.exec(text)?.[1] ?? 0);

/** Where a file stands in an order: requests of a folder among each other, folders among their neighbours. */
const orderOf = (path: string): string =>
  path.endsWith('/folder.yml') ? `${directoryOf(directoryOf(path))}/` : directoryOf(path);

/** Appends to the order of a folder, in steps that leave room for what a person puts in between. */
export const nextSeqOf = ({ files }: FolderTree): NextSeq => {
  const highest = new Map<string, number>();
  const first = () => {
    for (const { path, text } of files.values())
      highest.set(orderOf(path), Math.max(highest.get(orderOf(path)) ?? 0, seqIn(text)));
  };
  return (path) => {
    if (highest.size === 0) first();
    const next = (Math.floor((highest.get(orderOf(path)) ?? 0) / step) + 1) * step;
    highest.set(orderOf(path), next);
    return String(next);
  };
};
