import {
  type Activity,
  type AppResult,
  createRedactor,
  createSecretSearch,
  type EntityDifference,
  type FieldAuthor,
  type FileVersions,
  type FindSecret,
  type GitChange,
  type GitChanges,
  type GitField,
  type GitFile,
  type GitLook,
  minFileSecretLength,
  type Ports,
  prepareSearch,
  type Redactor,
  type Secret,
  selectWithheldSecrets,
  type Workspace,
} from '@tandem/core';
import { Json } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { loadKnownSecrets } from '../secrets/secrets.js';
import type { GitContext } from './git-context.js';

/** How many changed files one page compares. */
export const filesPerPage = 100;

/** How many entries of the activity are read to find the authors of one change, newest first. */
const entriesPerChange = 50;

/** Whether a file has values for one machine, such as `.env` and `.env.local`, rather than being a template for such a file. */
export const isEnvFile = (path: string): boolean =>
  /(?:^|\/)\.env(?:\.(?!example$|sample$|template$|dist$)[^/]*)?$/i.test(path);

const searchOptions = { minLength: minFileSecretLength, pieces: false } as const;

/** Finds the secrets that Tandem knows, and redacts them. */
export interface SecretWatch {
  readonly find: FindSecret;
  readonly redactor: Redactor;
}

/** Prepares the search for the secrets of a workspace, which takes time if there are many. */
export const loadSecretWatch = (ports: Ports, workspace: Workspace): AppResult<SecretWatch> =>
  pipe(
    TE.fromTask(ports.envFiles.read(workspace)),
    TE.flatMap(() => loadKnownSecrets(ports, workspace.id)),
    TE.flatMapTask((secrets: readonly Secret[]) => async () => {
      const sought = selectWithheldSecrets(secrets);
      await prepareSearch(sought, searchOptions);
      return { find: createSecretSearch(sought, searchOptions).first, redactor: createRedactor(secrets) };
    }),
  );

/**
 * The files to compare for a page: its own, and the documents of requests whose scripts are on the page, because the document names the
 * request.
 */
const addCompanions = (page: readonly GitFile[], all: readonly GitFile[]): readonly GitFile[] => {
  const changed = new Map(all.map((file) => [file.path, file]));
  const named = new Set(page.map(({ path }) => path));
  const companions = page
    .filter(({ path }) => path.endsWith('.js'))
    .map(({ path }) =>
      path.replace(/(^collection)?\.js$/, (_, own?: string) => (own ? 'opencollection.yml' : '.yml')),
    )
    .filter((path) => !named.has(path));
  return [
    ...page,
    ...companions.map(
      (path): GitFile =>
        changed.get(path) ?? { path, object: null, stagedObject: null, staged: 'none', isConflict: false },
    ),
  ];
};

/** For a document that did not change, the version on disk is also that of the last commit. */
const markUnchanged =
  (all: readonly GitFile[]) =>
  (versions: readonly FileVersions[]): readonly FileVersions[] => {
    const changed = new Set(all.map(({ path }) => path));
    return versions
      .filter(({ path, after }) => changed.has(path) || after !== null)
      .map((one) => (changed.has(one.path) ? one : { ...one, before: one.after }));
  };

const isInEffect = ({ undone, undoes, entity }: Activity): boolean =>
  undone !== true && undoes === undefined && entity !== 'execution';

const toAuthor = ({ by, at, kind, session }: Activity): FieldAuthor => ({
  by: by ?? 'script',
  at,
  ...(kind === undefined ? {} : { kind }),
  ...(session === undefined ? {} : { session }),
});

/** The field that a difference belongs to: `headers` for `headers[accept]`. */
const getTopField = (name: string): string => /^[^[.]*/.exec(name)?.[0] ?? name;

const findAuthor = (entries: readonly Activity[], field: string): FieldAuthor | undefined => {
  const top = getTopField(field);
  const found = entries.find(({ op, fields }) => op === 'created' || fields.some(({ name }) => name === top));
  return found && toAuthor(found);
};

const isSameAuthor = (a: FieldAuthor, b: FieldAuthor): boolean =>
  a.by === b.by && a.kind === b.kind && a.session === b.session;

const dropRepeated = (authors: readonly FieldAuthor[]): readonly FieldAuthor[] =>
  authors
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .filter((one, at, all) => all.findIndex((other) => isSameAuthor(one, other)) === at);

/** The ids under which the activity may list an entity. The workspace also has an entry as the root folder. */
const listActivityIds = ({ id, entity }: EntityDifference): readonly string[] => {
  if (id === undefined) return [];
  return entity === 'workspace' ? [id, `fold_${id.slice(id.indexOf('_') + 1)}`] : [id];
};

const loadEntries = (
  { store }: Ports,
  workspace: Workspace,
  difference: EntityDifference,
): AppResult<readonly Activity[]> =>
  pipe(
    listActivityIds(difference),
    TE.traverseSeqArray((entityId) =>
      store.activities.list(workspace.id, { entityId, take: entriesPerChange }),
    ),
    TE.map((pages) => pages.flatMap(({ items }) => items).filter(isInEffect)),
  );

const toJson = (value: unknown): GitField['before'] => (Json.is(value) ? value : null);

const toField = (
  { name, before, after }: EntityDifference['fields'][number],
  entries: readonly Activity[],
  { json }: Redactor,
): GitField => {
  const author = findAuthor(entries, name);
  return {
    name,
    ...(before === undefined ? {} : { before: toJson(json(before)) }),
    ...(after === undefined ? {} : { after: toJson(json(after)) }),
    ...(author === undefined ? {} : { author }),
  };
};

/** The authors of a change: of its fields, or of the creation or deletion of the whole entity. */
const listAuthors = (
  { op }: EntityDifference,
  fields: readonly GitField[],
  entries: readonly Activity[],
): readonly FieldAuthor[] => {
  if (op === 'updated')
    return dropRepeated(fields.flatMap(({ author }) => (author === undefined ? [] : [author])));
  const deletion = entries.find((entry) => entry.op === 'deleted');
  if (op === 'deleted') return deletion === undefined ? [] : [toAuthor(deletion)];
  const creation = entries.findIndex((entry) => entry.op === 'created');
  return creation === -1 ? [] : dropRepeated(entries.slice(0, creation + 1).map(toAuthor));
};

const joinStaged = (files: readonly GitFile[]): GitChange['staged'] => {
  const [first = 'none', ...others] = new Set(files.map(({ staged }) => staged));
  return others.length === 0 ? first : 'part';
};

const toChange =
  (
    files: ReadonlyMap<string, GitFile>,
    texts: ReadonlyMap<string, string>,
    { find, redactor }: SecretWatch,
  ) =>
  (difference: EntityDifference, entries: readonly Activity[]): GitChange => {
    const { id, entity, name, op, paths, note } = difference;
    const own = paths.flatMap((path) => files.get(path) ?? []);
    const found = paths.map((path) => find(texts.get(path) ?? '')).filter((secret) => secret !== undefined);
    const fields = difference.fields.map((field) => toField(field, entries, redactor));
    return {
      id: id ?? paths[0] ?? name,
      entity,
      name: redactor.text(name),
      op,
      paths,
      staged: joinStaged(own),
      isConflict: own.some(({ isConflict }) => isConflict),
      fields,
      authors: listAuthors(difference, fields, entries),
      secrets: [...new Set(found)],
      note,
    };
  };

/** The index at which the page from `offset` on ends. A document and its script are on the same page. */
const findPageEnd = (files: readonly GitFile[], offset: number): number => {
  const end = Math.min(offset + filesPerPage, files.length);
  const [last, next] = [files[end - 1]?.path, files[end]?.path];
  return last !== undefined && next !== undefined && last.replace(/\.js$/, '.yml') === next ? end + 1 : end;
};

/** Compares one page of changed files by entity and field, and finds who made each change. */
export const listChanges = (
  ports: Ports,
  { workspace, folder, git, versions }: GitContext,
  look: GitLook,
  offset: number,
): AppResult<Omit<GitChanges, 'state'>> => {
  const files = look.files.filter(({ path }) => !isEnvFile(path));
  const end = findPageEnd(files, offset);
  const page = files.slice(offset, end);
  return pipe(
    TE.Do,
    TE.bind('watch', () => loadSecretWatch(ports, workspace)),
    TE.bind('read', () => git.read(folder, addCompanions(page, files))),
    TE.bind('differences', ({ read }) => versions.compare(markUnchanged(files)(read))),
    TE.bind('entries', ({ differences }) =>
      pipe(
        differences,
        TE.traverseSeqArray((one) => loadEntries(ports, workspace, one)),
      ),
    ),
    TE.map(({ watch, read, differences, entries }) => {
      const texts = new Map(read.map(({ path, after }) => [path, after ?? '']));
      const change = toChange(new Map(files.map((file) => [file.path, file])), texts, watch);
      return {
        changes: differences.map((one, at) => change(one, entries[at] ?? [])),
        files: look.state.changed,
        neverCommitted: look.files.map(({ path }) => path).filter(isEnvFile),
        ...(end < files.length ? { nextOffset: end } : {}),
      };
    }),
  );
};
