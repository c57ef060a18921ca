import { type Auth, headerOfAuth } from '../auth/auth.js';
import type { Folder, inheritedFields } from './folder.js';
import type { Foreign } from '../imports/foreign-scripts.js';
import { isWithin } from './folder-path.js';
import { filterEnabledPairs, type Pair } from '../requests/pair.js';
import type { RequestSettings } from '../requests/rest-request.js';
import type { Variable } from '../environments/variable.js';

/** What has a value: a folder by its path, which is "" for the workspace, or null for the request itself. */
export interface From {
  readonly from: string | null;
}

/** A header or variable, with the path of the folder that it comes from. */
export type InheritedPair = Variable &
  From & {
    /** Whether a script keeps it in memory. */
    readonly isKept?: true;
  };

/** A header, and the levels whose headers of the same name it replaces, the nearest first. */
export type InheritedHeader = Pair & From & { readonly over?: readonly (string | null)[] };

/** The script of a folder, or of the workspace as the path "". */
export interface InheritedScript {
  readonly from: string;
  readonly script: string;
}

/** The scripts of another tool that a folder has, the workspace as the path "", or the request itself. */
export interface PlacedForeign extends From {
  readonly foreign: NonNullable<Foreign>;
}

type InheritableFields = Pick<Folder, keyof typeof inheritedFields>;

/** What a request says itself about what it could inherit, and the folder that it is in. */
export interface InheritingRequest extends Omit<InheritableFields, 'variables' | 'script' | 'foreign'> {
  readonly folder: string;
  /** None if absent. */
  readonly foreign?: Foreign;
  readonly requestVariables: readonly Variable[];
}

/** What a request is sent with, and where its headers, auth and variables are from. */
export interface Inheritance {
  /** The headers to send. */
  readonly headers: readonly InheritedHeader[];
  /** Never `inherit`. */
  readonly auth: From & { readonly auth: Exclude<Auth, { readonly type: 'inherit' }> };
  /** The enabled ones, those that win first. */
  readonly variables: readonly InheritedPair[];
  /** The scripts around its own, outermost first, blank ones left out. */
  readonly scripts: readonly InheritedScript[];
  /** The scripts of other tools, outermost first, those of the request itself last. */
  readonly foreign: readonly PlacedForeign[];
  readonly settings: RequestSettings;
}

type Level = InheritableFields & From;

/** The workspace, the folders around the request from the top, and the request. */
const levelsOf = (
  folders: readonly (InheritableFields & Pick<Folder, 'path'>)[],
  { folder, requestVariables, foreign = null, ...own }: InheritingRequest,
): readonly Level[] => [
  ...folders
    .filter(({ path }) => isWithin(path, folder))
    .sort((a, b) => a.path.length - b.path.length)
    .map((one) => ({ ...one, from: one.path })),
  { ...own, variables: requestVariables, script: '', foreign, from: null },
];

const nameIn = ({ name }: Pair): string => name.trim().toLowerCase();

/** The headers of all levels: each level replaces those of the same name further out, and a disabled one removes them. */
const headersOf = (levels: readonly Level[]): readonly InheritedHeader[] =>
  levels.reduce<readonly InheritedHeader[]>((outer, { headers, from }) => {
    const names = new Set(headers.map(nameIn));
    const hidden = outer.filter((one) => names.has(nameIn(one)));
    const over = (name: string): Pick<InheritedHeader, 'over'> => {
      const same = hidden.filter((one) => nameIn(one) === name);
      const all = same.flatMap((one) => [one.from, ...(one.over ?? [])]);
      return all.length === 0 ? {} : { over: [...new Set(all)] };
    };
    return [
      ...outer.filter((one) => !names.has(nameIn(one))),
      ...filterEnabledPairs(headers).map((one) => ({ ...one, from, ...over(nameIn(one)) })),
    ];
  }, []);

const authOf = (levels: readonly Level[]): Inheritance['auth'] => {
  const own = levels.at(-1)?.auth ?? { type: 'none' };
  if (own.type !== 'inherit') return { auth: own, from: null };
  for (const { auth, from } of levels.toReversed()) if (auth.type !== 'inherit') return { auth, from };
  return { auth: { type: 'none' }, from: null };
};

/**
 * What a request gets from the workspace and the folders around it. Headers: a later one of the same name replaces all
 * earlier ones. Auth: that of the nearest folder that does not inherit its own, if the request inherits it; None is one. Variables and settings: the
 * nearest that say something. Scripts: all of them. A header wins over an auth that would set it, unless the auth is from further in.
 * @param folders all folders of the workspace, and the workspace itself as the one with the path ""
 */
export const inheritanceOf = (
  folders: readonly (InheritableFields & Pick<Folder, 'path'>)[],
  request: InheritingRequest,
): Inheritance => {
  const levels = levelsOf(folders, request);
  const depths = new Map(levels.map(({ from }, depth) => [from, depth]));
  const depthOf = ({ from }: From): number => depths.get(from) ?? 0;
  const auth = authOf(levels);
  const set = headerOfAuth(auth.auth);
  return {
    headers: headersOf(levels).filter((one) => nameIn(one) !== set || depthOf(one) >= depthOf(auth)),
    auth,
    variables: levels
      .toReversed()
      .flatMap(({ variables, from }) => filterEnabledPairs(variables).map((one) => ({ ...one, from }))),
    scripts: levels.flatMap(({ script, from }) =>
      from === null || script.trim() === '' ? [] : [{ script, from }],
    ),
    foreign: levels.flatMap(({ foreign, from }) => (foreign === null ? [] : [{ foreign, from }])),
    settings: Object.assign({}, ...levels.map((one) => one.settings)) as RequestSettings,
  };
};
