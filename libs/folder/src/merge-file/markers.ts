import { toSingleConflict, mergeRegions, type Region } from '../merge/lines.js';

/** Three versions of one file. */
export interface Versions {
  /** The common ancestor; empty when both sides added the file. */
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface MergedFile {
  readonly text: string;
  /** Whether nothing is left to decide; otherwise the text contains git's markers. */
  readonly isClean: boolean;
}

/** Merges neighbouring lines one by one if none was added or removed: safe once their fields are the same. */
const splitRegionByLine = (region: Region): Region => {
  if (region.ok !== undefined) return region;
  const { base, ours, theirs } = region;
  if (ours.length !== base.length || theirs.length !== base.length) return region;
  const lines = base.map((line, index) => {
    const [our, their] = [ours[index], theirs[index]];
    if (their === line || our === their) return our;
    return our === line ? their : undefined;
  });
  return lines.every((line) => line !== undefined) ? { ok: lines } : region;
};

/** A merge with conflicts between git's markers, including their ancestor. */
const writeMarkers = (regions: readonly Region[], end: string, markerSize: number): MergedFile => {
  const marker = (sign: string, label = '') =>
    `${sign.repeat(markerSize)}${label === '' ? '' : ` ${label}`}${end}`;
  const lines = regions.flatMap(
    (region) =>
      region.ok ?? [
        marker('<', 'ours'),
        ...region.ours,
        marker('|', 'base'),
        ...region.base,
        marker('='),
        ...region.theirs,
        marker('>', 'theirs'),
      ],
  );
  return { text: lines.join('\n'), isClean: regions.every(({ ok }) => ok !== undefined) };
};

const getLineEnd = (text: string): string => (text.includes('\r\n') ? '\r' : '');

/** Merges by line; lines that both sides changed differently conflict, and so do changes of neighbouring lines. */
export const mergeByLine = ({ base, ours, theirs }: Versions, markerSize: number): MergedFile =>
  writeMarkers(mergeRegions(base, ours, theirs), getLineEnd(ours), markerSize);

/** Merges versions whose fields are all equal: neighbouring lines merge too. */
export const mergeAroundFields = ({ base, ours, theirs }: Versions, markerSize: number): MergedFile =>
  writeMarkers(mergeRegions(base, ours, theirs).map(splitRegionByLine), getLineEnd(ours), markerSize);

/** A conflict of all lines that differ. */
export const mergeNothing = ({ base, ours, theirs }: Versions, markerSize: number): MergedFile =>
  writeMarkers(toSingleConflict(base, ours, theirs), getLineEnd(ours), markerSize);
