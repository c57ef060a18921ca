import {
  analyzeScriptUse,
  type AppResult,
  type FolderChange,
  type FolderPlan,
  type FolderResolution,
  type FolderStep,
  type ForeignScripts,
  formatForeignContent,
  isRequestKind,
  mapInSlices,
  type NewScript,
  type Ports,
  type Repositories,
  type ScriptReview,
  type StoredEntity,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

/** The parts of a request or folder that can contain scripts. */
export interface ScriptOwner {
  readonly script?: string | undefined;
  readonly foreign?: ForeignScripts | null | undefined;
}

/** The code that a person approves as one: a script of Tandem, or all scripts that another tool has in one request or folder. */
interface ScriptContent {
  readonly field: 'script' | 'foreign';
  readonly text: string;
}

/** Lists the contents that a person approves one by one. Leaves out blank ones. */
export const listScriptContents = ({
  script = '',
  foreign = null,
}: ScriptOwner): readonly ScriptContent[] => {
  const all = [
    { field: 'script', text: script },
    { field: 'foreign', text: formatForeignContent(foreign) },
  ] as const;
  return all.filter(({ text }) => text.trim() !== '');
};

/** Whether a variable with this name is a secret. */
export type IsSecret = (name: string) => boolean;

/** Loads which names are secrets in a workspace. A script that reads only other variables reads no secrets. */
export const loadSecretNames = (
  { environments }: Pick<Repositories, 'environments'>,
  workspaceId: WorkspaceId,
): AppResult<IsSecret> =>
  pipe(
    environments.list(workspaceId),
    TE.map((all) => {
      const names = new Set(all.flatMap(({ secrets }) => secrets.map(({ name }) => name)));
      return (name) => names.has(name);
    }),
  );

/** A script that comes from a file or an import. */
export interface IncomingScript {
  readonly id: string;
  readonly content: ScriptContent;
  readonly path: string;
  readonly requestId: string | null;
  /** The script that it replaces; empty if there was none. */
  readonly before: string;
}

/** Incoming scripts, with their hashes and whether they are known. */
export interface IncomingScripts {
  readonly scripts: readonly (IncomingScript & { readonly hash: string; readonly isKnown: boolean })[];
}

const noIncomingScripts: IncomingScripts = { scripts: [] };

/** Finds out which incoming scripts are known: a person approved the content, or trusts the folder. */
export const classifyIncomingScripts = (
  { contentHash }: Pick<Ports, 'contentHash'>,
  { scriptReviews }: Pick<Repositories, 'scriptReviews'>,
  workspaceId: WorkspaceId,
  scripts: readonly IncomingScript[],
): AppResult<IncomingScripts> => {
  if (contentHash === undefined || scripts.length === 0) return TE.right(noIncomingScripts);
  const hashed = scripts.map((one) => ({ ...one, hash: contentHash(one.content.text) }));
  return pipe(
    TE.Do,
    TE.apS('trust', scriptReviews.trust(workspaceId)),
    TE.apS(
      'reviews',
      scriptReviews.find(
        workspaceId,
        hashed.map(({ hash }) => hash),
      ),
    ),
    TE.map(({ trust, reviews }) => {
      const approved = new Set(reviews.flatMap(({ hash, isApproved }) => (isApproved ? [hash] : [])));
      return {
        scripts: hashed.map((one) => ({ ...one, isKnown: trust.isTrusted || approved.has(one.hash) })),
      };
    }),
  );
};

/** Lists the incoming scripts that wait for a person. */
export const listNewScripts = ({ scripts }: IncomingScripts, isSecret: IsSecret): readonly NewScript[] =>
  scripts
    .filter(({ isKnown }) => !isKnown)
    .map(({ path, requestId, content }) => ({
      path,
      requestId,
      ...analyzeScriptUse(content.text, isSecret),
    }));

const createApprovedReview = (hash: string): ScriptReview => ({
  hash,
  isApproved: true,
  path: null,
  text: null,
});

/**
 * Records incoming scripts, so that unknown ones wait for a person. The scripts that they replaced become known, unless those wait too.
 * @param here contents of scripts that are written into the folder, and which are therefore known if they come back
 */
export const recordIncomingScripts = (
  { contentHash }: Pick<Ports, 'contentHash'>,
  { scriptReviews }: Pick<Repositories, 'scriptReviews'>,
  workspaceId: WorkspaceId,
  { scripts }: IncomingScripts,
  here: readonly string[] = [],
): AppResult<void> => {
  if (contentHash === undefined || scripts.length + here.length === 0) return TE.right(undefined);
  const before = scripts.flatMap((one) => (one.before === '' ? [] : [one.before]));
  const coming = scripts.map(({ hash, isKnown, before: text }): ScriptReview =>
    isKnown ? createApprovedReview(hash) : { hash, isApproved: false, path: null, text },
  );
  const ours = [...new Set([...before, ...here])].map((text) => createApprovedReview(contentHash(text)));
  // A review that exists stays, so a waiting script does not become approved when it is stored.
  return scriptReviews.add(workspaceId, [...coming, ...ours]);
};

const toScriptOwner = (fields: unknown): ScriptOwner => fields as ScriptOwner;

const getStoredText = (stored: StoredEntity | undefined, field: ScriptContent['field']): string =>
  stored === undefined
    ? ''
    : (listScriptContents(toScriptOwner(stored.fields)).find((one) => one.field === field)?.text ?? '');

const toScriptPath = (path: string, { field }: ScriptContent): string =>
  field === 'script' ? path.replace(/\.yml$/, '.js') : path;

/** Whether the caller wrote this script itself to resolve a conflict. */
const isWritten = (resolutions: readonly FolderResolution[], id: string, { field }: ScriptContent): boolean =>
  resolutions.some((one) => one.take === 'value' && one.id === id && one.field === field);

const listScriptsOfChange = (
  change: FolderChange,
  stored: ReadonlyMap<string, StoredEntity>,
  path: string,
  resolutions: readonly FolderResolution[],
): readonly IncomingScript[] => {
  if (change.do === 'remove' || change.entity.kind === 'environment') return [];
  const { id, kind, fields } = change.entity;
  return listScriptContents(toScriptOwner(fields)).flatMap((content) => {
    const before = getStoredText(stored.get(id), content.field);
    if (before === content.text || isWritten(resolutions, id, content)) return [];
    const requestId = isRequestKind(kind) ? id : null;
    return [{ id, content, path: toScriptPath(path, content), requestId, before }];
  });
};

/** Lists the scripts that a plan takes from the folder into the database. */
export const listScriptsOfPlan = async (
  { steps }: FolderPlan,
  stored: readonly StoredEntity[],
  resolutions: readonly FolderResolution[],
): Promise<readonly IncomingScript[]> => {
  const byId = new Map(stored.map((one) => [one.id, one]));
  const all = steps.flatMap(({ changes, memory }) => {
    const paths = new Map(memory.put.map(({ id, path }) => [id, path]));
    return changes.flatMap((change) =>
      change.do === 'remove' ? [] : [{ change, path: paths.get(change.entity.id) ?? change.entity.id }],
    );
  });
  const scripts = await mapInSlices(all, ({ change, path }) =>
    listScriptsOfChange(change, byId, path, resolutions),
  );
  return scripts.flat();
};

/** The contents of the scripts that folder and database have in common after a step. */
export const findSharedScripts = ({ memory }: FolderStep): readonly string[] =>
  memory.put
    .filter(({ kind }) => kind !== 'environment')
    .flatMap(({ fields }) => listScriptContents(toScriptOwner(JSON.parse(fields))).map(({ text }) => text));
