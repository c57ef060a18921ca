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

/** The revisions that sessions read or wrote last, by entity id. */
export interface SeenRevisions {
  readonly note: (session: string, seen: SeenEntity) => void;
  readonly of: (session: string, id: string) => number | undefined;
  /** Whether the session may have seen the referenced entity: by an id it has seen, or by a path or name. */
  readonly mayBe: (session: string, ref: string) => boolean;
}

/** Maximum number of sessions remembered, and of entities for each. The most recently used stay. */
const maxRemembered = { sessions: 200, entities: 2_000 };

const idPattern = /^[a-z]+_[0-9a-z]{16}$/;

const putBounded = <V>(all: Map<string, V>, key: string, value: V, limit: number): void => {
  all.delete(key);
  all.set(key, value);
  const [oldest] = all.keys();
  if (all.size > limit && oldest !== undefined) all.delete(oldest);
};

/** Remembers in memory what sessions have seen. After a restart, nothing counts as read. */
export const createSeenRevisions = (): SeenRevisions => {
  const sessions = new Map<string, Map<string, number>>();
  return {
    note: (session, { id, revision }) => {
      const seen = sessions.get(session) ?? new Map<string, number>();
      putBounded(sessions, session, seen, maxRemembered.sessions);
      putBounded(seen, id, revision, maxRemembered.entities);
    },
    of: (session, id) => sessions.get(session)?.get(id),
    mayBe: (session, ref) => {
      const seen = sessions.get(session);
      return seen !== undefined && (seen.has(ref) || !idPattern.test(ref));
    },
  };
};

/** Maximum length of a value in an error, in UTF-16 units of its JSON. */
const maxValueLength = 500;

/** What an update refers to. */
interface EntityUpdate {
  readonly workspaceId?: string;
  readonly id: string;
  readonly ifRevision?: number;
}

const isByAnotherPerson = (author: Author, one: Activity): boolean =>
  one.kind !== 'mcp' && !isSameAuthor(one, author as Activity);

/** The conflict, with the fields of the update whose values have changed. */
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

/** How many of the newest changes of an entity are searched. */
const maxInspectedChanges = 50;

/** Reads the entity to update. */
export type ReadRevised = (input: {
  readonly workspaceId?: string;
  readonly id: string;
}) => AppResult<SeenEntity>;

const getLocation = ({ workspaceId, id }: EntityUpdate): Parameters<ReadRevised>[0] => ({
  id,
  ...(workspaceId === undefined ? {} : { workspaceId }),
});

/** Refuses an update of what a person changed after the session had read it. */
const refuseStale = (
  { store }: StoreAccess,
  author: Author,
  input: EntityUpdate,
  seenOf: (id: string) => number | undefined,
  read: ReadRevised,
): AppResult<unknown> =>
  pipe(
    // If the entity is not found, the update itself is refused.
    read(getLocation(input)) as AppResult<SeenEntity | undefined>,
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
 * Use cases of one session that remember the revisions it has seen. Nothing is remembered for callers other than
 * agents with a session.
 */
export const createSessionView = (ports: Ports, seen: SeenRevisions, author: Author) => {
  const session = author.kind === 'mcp' ? author.session : undefined;
  const note = (one: SeenEntity): void => {
    if (session !== undefined) seen.note(session, one);
  };
  const refuse = ({ store }: StoreAccess, input: EntityUpdate, read: ReadRevised): AppResult<unknown> =>
    session === undefined || input.ifRevision !== undefined || !seen.mayBe(session, input.id)
      ? TE.right(undefined)
      : refuseStale({ store }, author, input, (id) => seen.of(session, id), read);
  return {
    note,
    /** Refuses an update if a person changed the entity after the caller had read it, unless it names a revision. */
    refuse,
    /** A use case whose result counts as seen by the caller. */
    noting:
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
    /** An update that `refuse` refuses. */
    guarding:
      <U extends EntityUpdate, A>(useCase: (input: U) => AppResult<A>, read: ReadRevised) =>
      (input: U): AppResult<A> =>
        pipe(
          refuse(ports, input, read),
          TE.flatMap(() => useCase(input)),
        ),
  };
};

/** What one session has seen. */
export type SessionView = ReturnType<typeof createSessionView>;
