import {
  type AnyRequest,
  type AppError,
  type AppResult,
  everyKind,
  createInvalidInput,
  isWithin,
  mayHavePrompts,
  defaultRequestKind,
  findRequestKind,
  type Ports,
  type RequestKind,
  type RunPlan,
  type RunSelection,
  type Workspace,
} from '@tandem/core';
import { findNearest } from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';

import { resolveFolderPath } from '../folders/folder-tree.js';
import { createFolderRefusal } from '../folders/known-folders.js';
import { findKnownRequestId } from '../requests/request-reference.js';
import { listIdsInTreeOrder } from '../requests/tree-order.js';
import { selectPart } from './part-of-run.js';

/** A request that a run executes. */
export interface SelectedRequest {
  readonly id: string;
  readonly kind: RequestKind;
  readonly name: string;
  readonly folder: string;
  /** Its folder and its name. */
  readonly path: string;
  readonly needs: readonly string[];
  readonly tags: readonly string[];
  /** The files of the request and of its script, as paths in the data folder. Missing if there is no such file. */
  readonly file?: string;
  readonly scriptFile?: string;
  /** Set if the texts of the request, or of one that it depends on, may contain a prompt. */
  readonly hasPrompts?: true;
}

const toSelectedRequest = ({ id, name, folder, needs, tags }: AnyRequest): SelectedRequest => ({
  id,
  kind: findRequestKind(id) ?? defaultRequestKind,
  name,
  folder,
  path: folder === '' ? name : `${folder}/${name}`,
  needs,
  tags,
});

const loadRequestFiles = (
  ports: Ports,
  { id }: Workspace,
): AppResult<ReadonlyMap<string, Pick<SelectedRequest, 'file' | 'scriptFile'>>> =>
  pipe(
    ports.store.folderMemories.get(id),
    TE.map(
      ({ bases }) =>
        new Map(
          bases.map((base) => [
            base.id,
            {
              file: base.path,
              ...(base.scriptHash === '' ? {} : { scriptFile: base.path.replace(/\.ya?ml$/, '.js') }),
            },
          ]),
        ),
    ),
  );

/** Finds the requests that may have prompts: those with one in their texts, and those that depend on one of these. */
const findPrompting = (requests: readonly AnyRequest[]): ReadonlySet<string> => {
  const found = new Set(requests.flatMap((one) => (mayHavePrompts(one) ? [one.id] : [])));
  for (let before = -1; found.size > before;) {
    before = found.size;
    if (before === 0) break;
    for (const { id, needs } of requests) if (needs.some((one) => found.has(one))) found.add(id);
  }
  return found;
};

/** Loads every request of a workspace, in tree order. */
const loadAllRequests = (ports: Ports, workspace: Workspace): AppResult<readonly SelectedRequest[]> =>
  pipe(
    TE.Do,
    TE.apS('requests', TE.sequenceArray(everyKind.map(({ of }) => of(ports.store).all(workspace.id)))),
    TE.apS('folders', ports.store.folders.list(workspace.id)),
    TE.apS('positions', ports.store.requestPositions.list(workspace.id)),
    TE.apS('files', loadRequestFiles(ports, workspace)),
    TE.map(({ requests, folders, positions, files }) => {
      const known = new Map<string, SelectedRequest>(
        requests.flat().map((one) => [one.id, toSelectedRequest(one)]),
      );
      const prompting = findPrompting(requests.flat());
      return listIdsInTreeOrder(folders, positions).flatMap((id) => {
        const one = known.get(id);
        const hasPrompts = prompting.has(id) ? { hasPrompts: true as const } : {};
        return one === undefined ? [] : [{ ...one, ...files.get(id), ...hasPrompts }];
      });
    }),
  );

const selectByIds = (
  all: readonly SelectedRequest[],
  ids: readonly string[],
): AppResult<readonly SelectedRequest[]> => {
  const known = new Map(all.map((one) => [one.id, one]));
  return pipe(
    ids,
    E.traverseArrayWithIndex((at, ref) =>
      known.has(ref) ? E.right(ref) : findKnownRequestId(all, ref, 'request', `select.ids[${at}]`),
    ),
    E.map((found) => found.flatMap((id) => known.get(id) ?? [])),
    TE.fromEither,
  );
};

const selectInFolders = (
  all: readonly SelectedRequest[],
  folders: readonly string[],
): AppResult<readonly SelectedRequest[]> => {
  const paths = folders.map((path) => path.replace(/^\/+|\/+$/g, ''));
  const empty = paths.find((path) => path !== '' && !all.some(({ folder }) => isWithin(path, folder)));
  if (empty === undefined)
    return TE.right(all.filter(({ folder }) => paths.some((path) => isWithin(path, folder))));
  const known = [...new Set(all.map(({ folder }) => folder))].filter((path) => path !== '');
  return TE.left(
    createFolderRefusal(empty, known, {
      problem: 'has no requests',
      others: 'the folders that do are',
      none: 'all of them are at the top, which is ""',
    }),
  );
};

const selectInFiles = (
  all: readonly SelectedRequest[],
  files: readonly string[],
): AppResult<readonly SelectedRequest[]> => {
  const isIn = (path: string, { file }: SelectedRequest): boolean =>
    file === path || file?.startsWith(`${path}/`) === true;
  const empty = files.findIndex((path) => !all.some((one) => isIn(path, one)));
  if (empty < 0) return TE.right(all.filter((one) => files.some((path) => isIn(path, one))));
  const said = { expected: 'a file or directory with requests', got: files[empty] };
  return TE.left(createInvalidInput(`select.files[${empty}]`, 'holds no requests of this workspace', said));
};

/** Rejects tags that no request of the workspace has, because a misspelt tag would select or exclude nothing. */
const requireKnownTags = (
  all: readonly SelectedRequest[],
  wanted: readonly string[] | undefined,
  path: string,
): E.Either<AppError, void> => {
  const known = new Set(all.flatMap(({ tags }) => tags));
  const index = wanted?.findIndex((tag) => !known.has(tag)) ?? -1;
  const tag = wanted?.[index];
  if (tag === undefined) return E.right(undefined);
  const [near] = findNearest(tag, [...known]);
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  const said = { expected: 'a tag of a request', got: tag };
  return E.left(createInvalidInput(`${path}[${index}]`, `is not a tag of any request: ${tag}${hint}`, said));
};

type Filters = Pick<RunSelection, 'tags' | 'excludeTags' | 'grep'>;

const createRequestFilter = ({ tags, excludeTags = [], grep = '' }: Filters) => {
  const wanted = grep.toLowerCase();
  return (one: SelectedRequest): boolean =>
    one.path.toLowerCase().includes(wanted) &&
    (tags === undefined || one.tags.some((tag) => tags.includes(tag))) &&
    !one.tags.some((tag) => excludeTags.includes(tag));
};

/**
 * Selects the requests that match the filters. Refuses if no request does.
 * @param isEmpty whether the workspace has no requests
 */
const filterRequests = (
  some: readonly SelectedRequest[],
  filters: Filters,
  isEmpty: boolean,
): E.Either<AppError, readonly SelectedRequest[]> => {
  const chosen = some.filter(createRequestFilter(filters));
  if (chosen.length > 0) return E.right(chosen);
  const { grep, tags, excludeTags } = filters;
  const said = { expected: 'a selection of at least one request', got: filters };
  const nothing = (path: string, words: string) => E.left(createInvalidInput(path, words, said));
  if (some.length === 0)
    return nothing(
      'select',
      `selects no requests; ${isEmpty ? 'the workspace has none yet' : 'the list of ids is empty'}`,
    );
  if (grep !== undefined && !some.some(createRequestFilter({ grep })))
    return nothing('select.grep', `fits none of the ${some.length} paths, such as ${some[0]?.path ?? ''}`);
  const named = [...(tags ?? []), ...(excludeTags ?? []).map((tag) => `not ${tag}`)].join(', ');
  return nothing(
    'select.tags',
    `leaves none of the ${some.length} requests (${named}); change the tags or what they are combined with`,
  );
};

/** Selects the requests whose ids, files or folders are named. If none are, all of them. */
const selectNamed = (
  ports: Ports,
  workspace: Workspace,
  all: readonly SelectedRequest[],
  { ids, files, folders }: RunSelection,
): AppResult<readonly SelectedRequest[]> => {
  if (ids !== undefined) return selectByIds(all, ids);
  if (files !== undefined) return selectInFiles(all, files);
  if (folders === undefined) return TE.right(all);
  return pipe(
    folders,
    TE.traverseSeqArray((folder) => resolveFolderPath(ports, workspace.id, folder)),
    TE.flatMap((paths) => selectInFolders(all, paths)),
  );
};

/** Selects the requests of a plan, in the order in which they run. Refuses an empty selection. */
export const selectRequests = (
  ports: Ports,
  workspace: Workspace,
  { select = {}, shard }: Pick<RunPlan, 'select' | 'shard'>,
): AppResult<readonly SelectedRequest[]> =>
  pipe(
    loadAllRequests(ports, workspace),
    TE.tap((all) => TE.fromEither(requireKnownTags(all, select.tags, 'select.tags'))),
    TE.tap((all) => TE.fromEither(requireKnownTags(all, select.excludeTags, 'select.excludeTags'))),
    TE.flatMap((all) =>
      pipe(
        selectNamed(ports, workspace, all, select),
        TE.flatMapEither((some) => filterRequests(some, select, all.length === 0)),
      ),
    ),
    TE.flatMapEither((selected) => (shard === undefined ? E.right(selected) : selectPart(selected, shard))),
  );
