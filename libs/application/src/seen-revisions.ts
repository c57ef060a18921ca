import {
  type Activity,
  type AppError,
  type AppResult,
  type Author,
  excerptValues,
  type Ports,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { isSameJson } from './activity/field-values.js';
import { isSameAuthor } from './activity/later-changes.js';
import type { StoreAccess } from './transaction.js';
import { resolveWorkspace } from './workspaces/resolve-workspace.js';

/** An entity, and the revision of it that was seen. */
interface SeenEntity {
  readonly id: string;
  readonly revision: number;
}

/** The last revision of each entity that a session has read or written. */
export interface SeenRevisions {
  readonly note: (session: string, seen: SeenEntity) => void;
  readonly of: (session: string, id: string) => number | undefined;
  /** Whether the session may have seen the entity with this reference. For an id that is known; a path or name may refer to any entity. */
  readonly mayHaveSeen: (session: string, ref: string) => boolean;
}

/** Maximum number of sessions remembered, and of entities for each. The least recently used are dropped. */
const maxRemembered = { sessions: 200, entities: 2_000 };

const idPattern = /^[a-z]+_[0-9a-z]{16}$/;

const putBounded = <V>(all: Map<string, V>, key: string, value: V, limit: number): void => {
  all.delete(key);
  all.set(key, value);
  const [oldest] = all.keys();
  if (all.size > limit && oldest !== undefined) all.delete(oldest);
};

/** Remembers in memory what sessions have seen. Forgets all of it on restart. */
export const createSeenRevisions = (): SeenRevisions => {
  const sessions = new Map<string, Map<string, number>>();
  return {
    note: (session, { id, revision }) => {
      const seen = sessions.get(session) ?? new Map<string, number>();
      putBounded(sessions, session, seen, maxRemembered.sessions);
      putBounded(seen, id, revision, maxRemembered.entities);
    },
    of: (session, id) => sessions.get(session)?.get(id),
    mayHaveSeen: (session, ref) => {
      const seen = sessions.get(session);
      return seen !== undefined && (seen.has(ref) || !idPattern.test(ref));
    },
  };
};

/** Maximum length of a value in an error, in UTF-16 units of its JSON. */
const maxValueLength = 500;

/** The arguments of an update that identify its entity. */
interface EntityUpdate {
  readonly workspaceId?: string;
  readonly id: string;
  readonly ifRevision?: number;
}

const isByAnotherPerson = (author: Author, one: Activity): boolean =>
  one.kind !== 'mcp' && !isSameAuthor(one, author as Activity);

/** The error for an outdated update, with the fields of the update that now have other values. */
const createRevisionConflict = (
  { workspaceId: _, id: __, ifRevision: ___, ...patch }: EntityUpdate,
  present: SeenEntity,
  expected: number,
  changes: readonly Activity[],
): AppError => {
  const [newest] = changes;
  const fields = Object.entries(patch).flatMap(([name, yours]) => {
    const theirs = getOwnValue<unknown>({ ...present }, name);
    return isSameJson(yours, theirs)
      ? []
      : [{ name, ...excerptValues({ yours: yours ?? null, theirs: theirs ?? null }, maxValueLength) }];
  });
  const changed = [...new Set(changes.flatMap((one) => one.fields.map(({ name }) => name)))].sort();
  return {
    kind: 'revision-conflict',
    expected,
    present,
    since: { fields, changed, ...(newest?.by === undefined ? {} : { by: newest.by }) },
  };
};

/** How many changes of an entity are searched, newest first. */
const maxInspectedChanges = 50;

/** Reads the entity that an update changes. */
export type ReadRevised = (input: {
  readonly workspaceId?: string;
  readonly id: string;
}) => AppResult<SeenEntity>;

const toEntityReference = ({ workspaceId, id }: EntityUpdate): Parameters<ReadRevised>[0] => ({
  id,
  ...(workspaceId === undefined ? {} : { workspaceId }),
});

/** Refuses an update if a person has changed the entity since the session read it. */
const refuseStale = (
  { store }: StoreAccess,
  author: Author,
  input: EntityUpdate,
  seenOf: (id: string) => number | undefined,
  read: ReadRevised,
): AppResult<unknown> =>
  pipe(
    // If the entity does not exist, the update itself says so.
    read(toEntityReference(input)) as AppResult<SeenEntity | undefined>,
    TE.orElse((): AppResult<SeenEntity | undefined> => TE.right(undefined)),
    TE.flatMap((present): AppResult<unknown> => {
      const seen = present && seenOf(present.id);
      if (present === undefined || seen === undefined || present.revision <= seen) return TE.right(undefined);
      return pipe(
        resolveWorkspace({ store })(input.workspaceId),
        TE.flatMap(({ id }) =>
          store.activities.list(id, { entityId: present.id, take: maxInspectedChanges }),
        ),
        TE.flatMap(({ items }) => {
          const changes = items.filter((one) => (one.revision ?? 0) > seen && isByAnotherPerson(author, one));
          return changes.length === 0
            ? TE.right(undefined)
            : TE.left(createRevisionConflict(input, present, seen, changes));
        }),
      );
    }),
  );

/**
 * Wraps use cases so that they remember which revisions one session has seen. Only for agents with a session; other callers are not
 * restricted.
 */
export const createSessionView = (ports: Ports, seen: SeenRevisions, author: Author) => {
  const session = author.kind === 'mcp' ? author.session : undefined;
  const note = (one: SeenEntity): void => {
    if (session !== undefined) seen.note(session, one);
  };
  const refuse = ({ store }: StoreAccess, input: EntityUpdate, read: ReadRevised): AppResult<unknown> =>
    session === undefined || input.ifRevision !== undefined || !seen.mayHaveSeen(session, input.id)
      ? TE.right(undefined)
      : refuseStale({ store }, author, input, (id) => seen.of(session, id), read);
  return {
    note,
    /** Refuses an update if a person has changed the entity since the caller read it. Does nothing if the update names a revision. */
    refuse,
    /** Wraps a use case so that its result counts as seen. */
    noteResult:
      <I extends readonly unknown[], A>(
        useCase: (...input: I) => AppResult<A>,
        of: (result: A) => readonly SeenEntity[],
      ) =>
      (...input: I): AppResult<A> =>
        pipe(
          useCase(...input),
          TE.map((result) => {
            of(result).forEach(note);
            return result;
          }),
        ),
    /** Wraps an update so that `refuse` checks it first. */
    guardUpdate:
      <U extends EntityUpdate, A>(useCase: (input: U) => AppResult<A>, read: ReadRevised) =>
      (input: U): AppResult<A> =>
        pipe(
          refuse(ports, input, read),
          TE.flatMap(() => useCase(input)),
        ),
  };
};

/** The revisions that one session has seen, with wrappers for its use cases. */
export type SessionView = ReturnType<typeof createSessionView>;
