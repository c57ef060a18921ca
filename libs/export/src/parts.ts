import type { ExportContent } from '@tandem/core';

/** The lists in the content of an export, which make up almost all of it. */
const lists = ['folders', 'requests', 'rows', 'executions'] as const;
type List = (typeof lists)[number];

/** Some entries of one list in the content. */
export interface ContentPart {
  readonly list: List;
  readonly entries: readonly unknown[];
}

/** Approximate maximum size of one part, as `estimateSize` counts it. Receiving a part takes a few milliseconds. */
const maxPartSize = 400_000;

/** The fixed cost of each value, in characters: the amount of text that takes about as much work. */
const valueCost = 50;

/** Estimates the work of sending a value, in characters. Stops counting above `maxSize`. */
const estimateSize = (value: unknown, maxSize: number): number => {
  let size = 0;
  const left: unknown[] = [value];
  while (left.length > 0 && size <= maxSize) {
    const one = left.pop();
    size += valueCost;
    if (typeof one === 'string') size += one.length;
    else if (ArrayBuffer.isView(one)) size += one.byteLength;
    else if (typeof one === 'object' && one !== null) {
      for (const [key, inner] of Object.entries(one)) {
        size += key.length;
        left.push(inner);
      }
    }
  }
  return size;
};

/** Whether writing the content takes so long that it blocks other work. */
export const isLarge = (content: ExportContent): boolean => estimateSize(content, maxPartSize) > maxPartSize;

/** Removes the lists in the content, which are sent in parts. */
export const removeLists = (content: ExportContent): ExportContent => ({
  ...content,
  folders: [],
  requests: [],
  rows: [],
  executions: [],
});

/** Splits the lists in the content into parts, in order. */
export function* iterateParts(content: ExportContent): Generator<ContentPart> {
  for (const list of lists) {
    const all: readonly unknown[] = content[list];
    let from = 0;
    let size = 0;
    for (const [at, entry] of all.entries()) {
      size += estimateSize(entry, maxPartSize);
      if (size < maxPartSize) continue;
      yield { list, entries: all.slice(from, at + 1) };
      [from, size] = [at + 1, 0];
    }
    if (from < all.length) yield { list, entries: all.slice(from) };
  }
}

/** Rebuilds the content from its parts. */
export const join = (rest: ExportContent, parts: readonly ContentPart[]): ExportContent => {
  const all = lists.map((list) => [list, parts.flatMap((part) => (part.list === list ? part.entries : []))]);
  return { ...rest, ...(Object.fromEntries(all) as Pick<ExportContent, List>) };
};
