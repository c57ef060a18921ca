import {
  type AnyRequest,
  type AppError,
  type AppResult,
  everyKind,
  createInvalidInput,
  findRequestKind,
  type RequestKindOf,
  type WorkspaceId,
} from '@tandem/core';
import { findNearest, text } from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';

import type { StoreAccess } from '../transaction.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';

/** The fields of a request by which a reference can find it. */
interface KnownRequest {
  readonly id: string;
  readonly path: string;
  readonly name: string;
}

const describeReference = (noun: string): string => `the id, path or name of a ${noun}`;

/** Creates a codec of references to requests of one kind. */
export const createRequestReference = (noun: string) => text(describeReference(noun), 10_000, noun);

/** A number greater than that of the requests in any workspace, to list all of them. */
const allRequests = 1_000_000;

/** Maximum number of candidates or similar names in an error. */
const maxListedCandidates = 5;

const listRequestSummaries = <A extends AnyRequest, S>(
  { store }: StoreAccess,
  workspaceId: WorkspaceId,
  { of }: Pick<RequestKindOf<A, S>, 'of'>,
): AppResult<readonly KnownRequest[]> =>
  pipe(
    of(store).list(workspaceId, { take: allRequests }),
    TE.map(({ items }) =>
      (items as readonly Pick<AnyRequest, 'id' | 'name' | 'folder'>[]).map(({ id, name, folder }) => ({
        id,
        name,
        path: folder === '' ? name : `${folder}/${name}`,
      })),
    ),
  );

/** How references match requests, from the strictest way to the loosest. The first way that finds a request decides. */
const requestMatchers: readonly ((one: KnownRequest, ref: string) => boolean)[] = [
  ({ path }, ref) => path === ref,
  ({ name }, ref) => name === ref,
  ({ path }, ref) => path.toLowerCase() === ref.toLowerCase(),
  ({ name }, ref) => name.toLowerCase() === ref.toLowerCase(),
];

const createReferenceError = (
  argument: string,
  ref: string,
  noun: string,
  problem: string,
  near: readonly string[] = [],
): AppError =>
  createInvalidInput(argument, problem, { expected: describeReference(noun), got: ref, near, entity: noun });

const createAmbiguityError = (
  matches: readonly KnownRequest[],
  ref: string,
  noun: string,
  argument: string,
): AppError => {
  const listed = matches.slice(0, maxListedCandidates);
  const shown = listed.map(({ id, path }) => `${id} (${path})`).join(', ');
  const more = matches.length > listed.length ? ' and others' : '';
  const problem = `matches ${matches.length} ${noun}s; pass one of these ids: ${shown}${more}`;
  return createReferenceError(
    argument,
    ref,
    noun,
    problem,
    listed.map(({ id }) => id),
  );
};

const createUnknownRequestError = (
  all: readonly KnownRequest[],
  ref: string,
  noun: string,
  argument: string,
): AppError => {
  const names = all.flatMap(({ path, name }) => (path === name ? [name] : [path, name]));
  const near = findNearest(ref.slice(0, 1_000), [...new Set(names)], 3);
  const advice = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
  return createReferenceError(
    argument,
    ref,
    noun,
    `is not ${describeReference(noun)} of this workspace${advice}`,
    near,
  );
};

/** The id of the known request that a reference names by id, path or name. */
export const findKnownRequestId = (
  all: readonly KnownRequest[],
  given: string,
  noun: string,
  argument: string,
): E.Either<AppError, string> => {
  const ref = given.replace(/^\/+/, '');
  for (const way of requestMatchers) {
    const matches = all.filter((one) => way(one, ref));
    if (matches.length > 1) return E.left(createAmbiguityError(matches, given, noun, argument));
    if (matches[0]) return E.right(matches[0].id);
  }
  return E.left(createUnknownRequestError(all, given, noun, argument));
};

/** Refuses the id of an entity of another kind. */
const findWrongKindError = (ref: string, noun: string, argument: string): AppError | undefined => {
  const other = everyKind.find((kind) => kind.noun !== noun && kind.id.is(ref));
  return (
    other &&
    createReferenceError(argument, ref, noun, `is the id of a ${other.noun}; use the tools of its kind`)
  );
};

type KindOf<A extends AnyRequest, S> = Pick<RequestKindOf<A, S>, 'of' | 'noun' | 'id'>;

/** The ids of the requests that a call names by id, path or name. An id needs no lookup. */
export const resolveRequestIds = <A extends AnyRequest, S>(
  stored: StoreAccess,
  kind: KindOf<A, S>,
  workspaceId: WorkspaceId,
  refs: readonly (readonly [argument: string, ref: string])[],
): AppResult<readonly A['id'][]> => {
  const { noun, id } = kind;
  const problem = refs.map(([argument, ref]) => findWrongKindError(ref, noun, argument)).find(Boolean);
  if (problem) return TE.left(problem);
  return pipe(
    refs.every(([, ref]) => id.is(ref)) ? TE.right([]) : listRequestSummaries(stored, workspaceId, kind),
    TE.flatMapEither((all) =>
      pipe(
        refs,
        E.traverseArray(([argument, ref]) =>
          id.is(ref) ? E.right(ref) : findKnownRequestId(all, ref, noun, argument),
        ),
      ),
    ),
    TE.map((ids) => ids as readonly A['id'][]),
  );
};

/** The id of the request that a call names. */
export const resolveRequestId = <A extends AnyRequest, S>(
  stored: StoreAccess,
  kind: KindOf<A, S>,
  workspaceId: WorkspaceId,
  ref: string,
): AppResult<A['id']> =>
  pipe(
    resolveRequestIds(stored, kind, workspaceId, [['id', ref]]),
    TE.map(([found]) => found ?? ref),
  );

/** The id of the request of any kind that a call names. */
export const resolveAnyRequestId = (
  stored: StoreAccess,
  workspaceId: WorkspaceId,
  ref: string,
  argument: string,
): AppResult<string> => {
  const kind = findRequestKind(ref);
  if (kind !== undefined && everyKind.some(({ id }) => id.is(ref))) return TE.right(ref);
  return pipe(
    everyKind,
    TE.traverseSeqArray((one) => listRequestSummaries(stored, workspaceId, one)),
    TE.flatMapEither((all) => findKnownRequestId(all.flat(), ref, 'request', argument)),
  );
};

/** Replaces the reference in a call by the id of the request. */
export const resolveInputRequestId = <
  A extends AnyRequest,
  S,
  I extends { readonly workspaceId?: string; readonly id: string },
>(
  stored: StoreAccess,
  kind: KindOf<A, S>,
  input: I,
): AppResult<Omit<I, 'id'> & { readonly id: A['id'] }> => {
  const { id } = input;
  // An id needs no lookup.
  if (kind.id.is(id)) return TE.right({ ...input, id });
  return pipe(
    resolveWorkspace(stored)(input.workspaceId),
    TE.flatMap((workspace) => resolveRequestId(stored, kind, workspace.id, id)),
    TE.map((found) => ({ ...input, id: found })),
  );
};
