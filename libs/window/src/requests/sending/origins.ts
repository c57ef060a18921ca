import type { Origin, Origins } from '@tandem/core';

/** The origin of something, in words. */
export interface Source {
  readonly words: string;
  /** The path of the folder that it comes from; "" for the workspace. */
  readonly folder?: string;
}

/** One of the sources of a location in a request. */
export interface OriginLine extends Source {
  /** The replaced variable; undefined for the text itself. */
  readonly variable?: string;
  /** What also has a value but was overridden, in words. */
  readonly shadowed: readonly string[];
  /** Whether it has no value. */
  readonly isMissing: boolean;
}

/** A location in a request, and its origin. */
export interface OriginGroup {
  readonly place: string;
  /** The location, in words. */
  readonly title: string;
  readonly lines: readonly OriginLine[];
}

const originLabels: Readonly<Record<string, string>> = {
  call: 'the call',
  row: 'data row',
  request: 'this request',
  builtin: 'built in',
  cookie: 'cookie jar',
  default: 'added by Tandem',
  url: 'user and password in the URL',
  script: 'a script',
  unresolved: 'has no value',
};

const titles: Readonly<Record<string, string>> = {
  query: 'Query',
  path: 'Path',
  headers: 'Header',
  body: 'Body',
};

/** The origin of a value, in words. */
export const getOriginSource = (from: string): Source => {
  if (from === 'workspace') return { words: 'workspace', folder: '' };
  const known = Object.hasOwn(originLabels, from) ? originLabels[from] : undefined;
  if (known !== undefined) return { words: known };
  if (from.startsWith('folder:')) {
    const folder = from.slice('folder:'.length);
    return { words: `folder ${folder}`, folder };
  }
  const [, kind, name] = /^(environment|secret|auth):(.*)$/s.exec(from) ?? [];
  return { words: kind === undefined ? from : `${kind} ${name ?? ''}` };
};

/** The name of a location, in words. */
export const formatLocation = (place: string): string => {
  if (place === 'url') return 'URL';
  const [, kind = '', at, name = ''] = /^(\w+)(?:@(\d+:\d+)|\.(.*))?$/s.exec(place) ?? [];
  const title = Object.hasOwn(titles, kind) ? titles[kind] : 'Method';
  return at === undefined ? `${title} ${name}`.trim() : `${title} line ${at}`;
};

const toOriginLine = ({ from, token, shadowed = [], near = [] }: Origin): OriginLine => {
  const source = getOriginSource(from);
  const like = near.length === 0 ? '' : `, but ${near.join(' and ')} ${near.length === 1 ? 'has' : 'have'}`;
  return {
    ...source,
    words: source.words + like,
    ...(token === undefined ? {} : { variable: token }),
    shadowed: shadowed.map((one) => getOriginSource(one).words),
    isMissing: from === 'unresolved',
  };
};

/** The origin of one location of a request. */
export const toOriginLines = (origins: readonly Origin[]): readonly OriginLine[] => origins.map(toOriginLine);

/** The origins of all locations of a request, in the order of the locations; what Tandem adds comes last. */
export const groupOrigins = (origins: Origins): readonly OriginGroup[] => {
  const groups = Object.entries(origins).map(([place, all]) => ({
    group: { place, title: formatLocation(place), lines: toOriginLines(all) },
    isAdded: all.every(({ from }) => from === 'default'),
  }));
  const some = (isAdded: boolean) => groups.filter((one) => one.isAdded === isAdded);
  return [...some(false), ...some(true)].map(({ group }) => group);
};
