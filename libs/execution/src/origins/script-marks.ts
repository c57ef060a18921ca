import type { HeaderList, ScriptSites } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { parseQueryPieces, splitUrl } from '../filling/target.js';
import type { ExecutionContext, PreparedRequest } from '../execution-state.js';
import { createOrigin, type Mark } from './origins-of.js';

/** The origin of a change if nobody knows which script made it. */
const anyScript = 'script';

/** Names the scripts that changed the request before it was filled in. */
export const nameScriptsBefore = ({
  foreignScripts,
  ownScript,
}: Pick<ExecutionContext, 'foreignScripts' | 'ownScript'>): string => {
  const [only, another] = foreignScripts.filter(({ foreign }) => foreign?.event !== 'required');
  return only === undefined || another !== undefined ? anyScript : formatScriptName(only.name ?? ownScript);
};

const formatScriptName = (name: string | undefined): string =>
  name === undefined ? anyScript : `script ${name}`;

/** Names the script that set a part of the request, with the line if it is known. */
const formatChangeSource = (
  { outerScripts, ownScript }: ScriptsInScope,
  sites: ScriptSites | undefined,
  location: string,
): string => {
  const site = getOwnValue(sites ?? {}, location);
  if (site === undefined) return outerScripts.length === 0 ? formatScriptName(ownScript) : anyScript;
  const name = site.script ?? ownScript;
  return name === undefined ? anyScript : `script ${name}${site.line === undefined ? '' : `:${site.line}`}`;
};

type ScriptsInScope = Pick<ExecutionContext, 'outerScripts' | 'ownScript'>;

/** The values of each name, joined in order. */
const groupValuesByName = (pairs: HeaderList): ReadonlyMap<string, string> => {
  const groups = new Map<string, string>();
  for (const [name, value] of pairs) groups.set(name, `${groups.get(name) ?? ''}\n${value}`);
  return groups;
};

const toLowerCaseNames = (headers: HeaderList): ReadonlyMap<string, string> =>
  groupValuesByName(headers.map(([name, value]) => [name.toLowerCase(), value]));

const getQuery = (url: string): ReadonlyMap<string, string> =>
  groupValuesByName(
    parseQueryPieces(url).flatMap(({ name, from, to }) =>
      name === undefined ? [] : [[name, url.slice(from, to)]],
    ),
  );

/** Marks the names whose values differ, and those that were removed. */
const markChangedNames = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  mark: (name: string, effect: NonNullable<Mark['effect']>) => Mark,
): readonly Mark[] => [
  ...[...before.keys()].filter((name) => !after.has(name)).map((name) => mark(name, 'removes')),
  ...[...after].filter(([name, value]) => before.get(name) !== value).map(([name]) => mark(name, 'replaces')),
];

const createUrlMarks = (before: string, after: string, from: string): readonly Mark[] => {
  if (before === after) return [];
  const origin = createOrigin(from);
  const [old, next] = [splitUrl(before), splitUrl(after)];
  const isElsewhere = old.origin !== next.origin || old.path !== next.path;
  return [
    ...(isElsewhere
      ? ([
          { location: 'url', origin, effect: 'replaces' },
          { location: 'path', origin: undefined, effect: 'removes' },
        ] as const)
      : []),
    ...markChangedNames(getQuery(before), getQuery(after), (name, effect) => ({
      location: `query.${name}`,
      origin,
      effect,
    })),
  ];
};

/**
 * Marks what `onRequest` changed in a request: the parts whose values differ, with the scripts that set them.
 * @param sites where in their code the scripts set each part, as the script host reports it
 */
export const createScriptMarks = (
  scripts: ScriptsInScope,
  before: PreparedRequest,
  after: PreparedRequest,
  sites: ScriptSites | undefined,
): readonly Mark[] => {
  const origin = (location: string) => createOrigin(formatChangeSource(scripts, sites, location));
  return [
    ...(before.method === after.method
      ? []
      : [{ location: 'method', origin: origin('method'), effect: 'replaces' } as const]),
    ...createUrlMarks(before.url, after.url, formatChangeSource(scripts, sites, 'url')),
    ...markChangedNames(
      toLowerCaseNames(before.headers),
      toLowerCaseNames(after.headers),
      (name, effect) => ({
        location: `headers.${name}`,
        origin: origin(`headers.${name}`),
        effect,
      }),
    ),
    ...(before.body === after.body
      ? []
      : [
          {
            location: 'body',
            origin: after.body.kind === 'none' ? undefined : origin('body'),
            effect: 'replaces',
          } as const,
        ]),
  ];
};
