import { isDeepStrictEqual } from 'node:util';
import { createFolderEntity } from '@tandem/core';

import { changeFile, type FileContent, type PlacedKind, readFile } from '../document/entity-file.js';
import type { SomeFields } from '../document/fields.js';
import { mergeEntity } from '../merge/entity.js';
import { mergeRegions, type Region, toSingleConflict } from '../merge/lines.js';
import { isFault } from '../yaml/parse.js';

/** Three versions of one file. */
export interface Versions {
  /** The common ancestor; empty if both sides added the file. */
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface MergedFile {
  readonly text: string;
  /** Whether the merge has no conflict; otherwise the text contains git's markers. */
  readonly isClean: boolean;
}

/** Merges a region line by line if no line was added or removed. This is safe once the fields of the versions are equal. */
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

/** Writes conflicts between git's markers, with the common ancestor. */
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

/** Merges by line. Lines that both sides changed differently conflict, and so do changes of adjacent lines. */
const mergeByLine = ({ base, ours, theirs }: Versions, markerSize: number): MergedFile =>
  writeMarkers(mergeRegions(base, ours, theirs), getLineEnd(ours), markerSize);

/** Merges versions whose fields are equal, so that adjacent lines can merge too. */
const mergeAroundFields = ({ base, ours, theirs }: Versions, markerSize: number): MergedFile =>
  writeMarkers(mergeRegions(base, ours, theirs).map(splitRegionByLine), getLineEnd(ours), markerSize);

/** Marks all lines that differ as one conflict. */
const mergeNothing = ({ base, ours, theirs }: Versions, markerSize: number): MergedFile =>
  writeMarkers(toSingleConflict(base, ours, theirs), getLineEnd(ours), markerSize);

type ExpectedKind = PlacedKind | undefined;

/** The kind of an entity whose file has a fixed name or location. */
export const getExpectedKind = (path: string): ExpectedKind => {
  if (/(?:^|[\\/])opencollection\.ya?ml$/.test(path)) return 'workspace';
  if (/(?:^|[\\/])folder\.ya?ml$/.test(path)) return 'folder';
  return /(?:^|[\\/])environments[\\/][^\\/]+$/.test(path) ? 'environment' : undefined;
};

const clearFields = (content: FileContent): FileContent => ({ ...content, fields: {} });

interface Contents {
  readonly base: FileContent;
  readonly ours: FileContent;
  readonly theirs: FileContent;
}

/** Merges the id: takes it from the side that changed it. */
const mergeId = ({ base, ours, theirs }: Contents): string | undefined =>
  ours.id === base.id ? theirs.id : ours.id;

/**
 * Reads the versions; undefined unless all of them describe the same entity. A file without an id is assumed to describe the same entity as
 * its ancestor.
 */
const readContents = ({ base, ours, theirs }: Versions, expected: ExpectedKind): Contents | undefined => {
  const read = (text: string, instead?: FileContent) => {
    if (text === '' && instead) return clearFields(instead);
    const content = readFile(text, expected, undefined);
    return isFault(content) ? undefined : content;
  };
  const [o, t] = [read(ours), read(theirs)];
  const b = o && read(base, o);
  if (!b || !t) return undefined;
  const all = [b, o, t];
  if (all.some(({ kind }) => kind !== o.kind)) return undefined;
  const ids = new Set(all.map(({ id }) => id));
  // Without an ancestor, only an id shows that two files are the same entity.
  if (base === '' && (ids.size > 1 || o.id === undefined)) return undefined;
  ids.delete(undefined);
  return ids.size > 1 ? undefined : { base: b, ours: o, theirs: t };
};

/** Changes the fields of a version; undefined if its document cannot be changed that way. */
const changeVersion = (text: string, content: FileContent, fields: SomeFields): string | undefined => {
  if (text === '') return text;
  const { kind, id } = content;
  const changed = changeFile(text, content, { ...createFolderEntity(kind, '', fields), id });
  return typeof changed === 'string' ? changed : undefined;
};

/**
 * Merges by field. First, each version gets the merged fields. In the following merge by line, only comments, keys of other programs and
 * fields in conflict can then differ.
 */
const mergeByField = (
  versions: Versions,
  expected: ExpectedKind,
  markerSize: number,
): MergedFile | undefined => {
  const contents = readContents(versions, expected);
  if (contents === undefined) return undefined;
  const { base, ours, theirs } = contents;
  const merged = mergeEntity(ours.kind, base.fields, ours.fields, theirs.fields, () => undefined);
  const changed = {
    // A field in conflict that has no common value stays as in the ancestor.
    base: changeVersion(versions.base, base, { ...base.fields, ...merged.base }),
    ours: changeVersion(versions.ours, ours, merged.ours),
    theirs: changeVersion(versions.theirs, theirs, merged.theirs),
  };
  const { base: b, ours: o, theirs: t } = changed;
  if (b === undefined || o === undefined || t === undefined) return undefined;
  const equalised = { base: b, ours: o, theirs: t };
  if (merged.conflicts.length > 0) {
    const outcome = mergeByLine(equalised, markerSize);
    // The lines of a field may merge although both sides changed its value, which is a conflict.
    return outcome.isClean ? mergeNothing(equalised, markerSize) : outcome;
  }
  const outcome = mergeAroundFields(equalised, markerSize);
  if (!outcome.isClean) return outcome;
  const again = readFile(outcome.text, expected, undefined);
  const isFaithful =
    !isFault(again) && again.id === mergeId(contents) && isDeepStrictEqual(again.fields, merged.ours);
  return isFaithful ? outcome : undefined;
};

/**
 * Merges three versions of a file in a data folder. Requests, folders, environments and the manifest merge by field, other files by
 * line.
 * @param path the file's path, relative to the data folder or to a folder above it
 */
export const mergeFile = (path: string, versions: Versions, markerSize = 7): MergedFile => {
  const isYaml = /\.ya?ml$/i.test(path);
  const byField = isYaml ? mergeByField(versions, getExpectedKind(path), markerSize) : undefined;
  return byField ?? mergeByLine(versions, markerSize);
};
