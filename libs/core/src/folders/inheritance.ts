import { type Auth, getAuthHeader } from '../auth/auth.js';
import { type Folder, type inheritedFields, isWithin } from './folder.js';
import type { Foreign } from '../imports/foreign-scripts.js';
import { filterEnabledPairs, type Pair } from '../requests/fields.js';
import type { RequestSettings } from '../requests/rest-request.js';
import type { Variable } from '../environments/variable.js';

/** The level that defines a value: a folder by its path, "" for the workspace, or null for the request itself. */
export interface InheritanceSource {
  readonly from: string | null;
}

/** A header or variable, with the path of its folder. */
export type InheritedPair = Variable &
  InheritanceSource & {
    /** Whether the pair is a variable that a script of another tool retains in memory. */
    readonly isRetained?: true;
    /** Whether the environment overrides the variable although a folder has it, as in Postman, whose scripts rely on that. */
    readonly isBelowEnvironment?: true;
  };

/** Whether a variable of the environment overrides this variable of the same name. */
export const yieldsToEnvironment = ({ from, isBelowEnvironment }: InheritedPair): boolean =>
  from === '' || isBelowEnvironment === true;

/** A header. `over` lists the levels whose headers of the same name it replaces, nearest first. */
export type InheritedHeader = Pair & InheritanceSource & { readonly over?: readonly (string | null)[] };

/** The script of a folder, or of the workspace with the path "". */
export interface InheritedScript {
  readonly from: string;
  readonly script: string;
}

/** The scripts of another tool in a folder, in the workspace (with the path "") or in the request itself. */
export interface PlacedForeign extends InheritanceSource {
  readonly foreign: NonNullable<Foreign>;
}

type InheritableFields = Pick<Folder, keyof typeof inheritedFields>;

/** A request's own inheritable settings, and its folder. */
export interface InheritingRequest extends Omit<InheritableFields, 'variables' | 'script' | 'foreign'> {
  readonly folder: string;
  /** Missing if the request has no scripts of other tools. */
  readonly foreign?: Foreign;
  readonly requestVariables: readonly Variable[];
}

/** The settings that a request is sent with, and where its headers, auth and variables come from. */
export interface Inheritance {
  /** The headers to send. */
  readonly headers: readonly InheritedHeader[];
  /** The disabled headers of the folders, the innermost one for each name. */
  readonly disabledHeaders: readonly InheritedPair[];
  /** Never `inherit`. */
  readonly auth: InheritanceSource & { readonly auth: Exclude<Auth, { readonly type: 'inherit' }> };
  /** The enabled variables, highest precedence first. */
  readonly variables: readonly InheritedPair[];
  /** The scripts of the folders and the workspace, outermost first, without blank ones. */
  readonly scripts: readonly InheritedScript[];
  /** The scripts of other tools, outermost first. The request's own come last. */
  readonly foreign: readonly PlacedForeign[];
  readonly settings: RequestSettings;
}

type Level = InheritableFields & InheritanceSource;

/** Lists the levels that a request inherits from: the workspace, its folders from the root inwards, and the request itself. */
const listLevels = (
  folders: readonly (InheritableFields & Pick<Folder, 'path'>)[],
  { folder, requestVariables, foreign = null, ...own }: InheritingRequest,
): readonly Level[] => [
  ...folders
    .filter(({ path }) => isWithin(path, folder))
    .sort((a, b) => a.path.length - b.path.length)
    .map((one) => ({ ...one, from: one.path })),
  { ...own, variables: requestVariables, script: '', foreign, from: null },
];

const normalizeName = ({ name }: Pair): string => name.trim().toLowerCase();

/** The headers of all levels. Each level replaces the headers of outer levels with the same name, and a disabled header removes them. */
const inheritHeaders = (levels: readonly Level[]): readonly InheritedHeader[] =>
  levels.reduce<readonly InheritedHeader[]>((outer, { headers, from }) => {
    const names = new Set(headers.map(normalizeName));
    const hidden = outer.filter((one) => names.has(normalizeName(one)));
    const over = (name: string): Pick<InheritedHeader, 'over'> => {
      const same = hidden.filter((one) => normalizeName(one) === name);
      const all = same.flatMap((one) => [one.from, ...(one.over ?? [])]);
      return all.length === 0 ? {} : { over: [...new Set(all)] };
    };
    return [
      ...outer.filter((one) => !names.has(normalizeName(one))),
      ...filterEnabledPairs(headers).map((one) => ({ ...one, from, ...over(normalizeName(one)) })),
    ];
  }, []);

const inheritDisabledHeaders = (levels: readonly Level[]): readonly InheritedPair[] => {
  const byName = new Map<string, InheritedPair>();
  for (const { headers, from } of levels)
    for (const one of headers)
      if (!one.enabled && from !== null && one.name.trim() !== '')
        byName.set(normalizeName(one), { ...one, from });
  return [...byName.values()];
};

const inheritAuth = (levels: readonly Level[]): Inheritance['auth'] => {
  const own = levels.at(-1)?.auth ?? { type: 'none' };
  if (own.type !== 'inherit') return { auth: own, from: null };
  for (const { auth, from } of levels.toReversed()) if (auth.type !== 'inherit') return { auth, from };
  return { auth: { type: 'none' }, from: null };
};

/**
 * Determines what a request inherits from the workspace and its folders. Headers: an inner header replaces all outer ones of the same name.
 * Auth: if the request inherits it, from the nearest folder that does not inherit; "none" counts as an auth. Variables and settings: from
 * the nearest level that sets them. Scripts: all of them. A header takes precedence over an auth that would set the same header, unless the
 * auth is from a more inner level.
 * @param folders all folders of the workspace, and the workspace itself as the folder with the path ""
 */
export const resolveInheritance = (
  folders: readonly (InheritableFields & Pick<Folder, 'path'>)[],
  request: InheritingRequest,
): Inheritance => {
  const levels = listLevels(folders, request);
  const depths = new Map(levels.map(({ from }, depth) => [from, depth]));
  const depthOf = ({ from }: InheritanceSource): number => depths.get(from) ?? 0;
  const auth = inheritAuth(levels);
  const set = getAuthHeader(auth.auth);
  const foreign = levels.flatMap((one) =>
    one.foreign === null ? [] : [{ foreign: one.foreign, from: one.from }],
  );
  const isPostman = foreign.some((one) => one.foreign.dialect === 'postman');
  return {
    headers: inheritHeaders(levels).filter(
      (one) => normalizeName(one) !== set || depthOf(one) >= depthOf(auth),
    ),
    disabledHeaders: inheritDisabledHeaders(levels),
    auth,
    variables: levels.toReversed().flatMap(({ variables, from }) =>
      filterEnabledPairs(variables).map((one) => ({
        ...one,
        from,
        ...(isPostman && from !== null && from !== '' ? { isBelowEnvironment: true as const } : {}),
      })),
    ),
    scripts: levels.flatMap(({ script, from }) =>
      from === null || script.trim() === '' ? [] : [{ script, from }],
    ),
    foreign,
    settings: Object.assign({}, ...levels.map((one) => one.settings)) as RequestSettings,
  };
};
