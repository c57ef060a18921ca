import {
  type AppError,
  type AppResult,
  type Author,
  isRequestKind,
  type NotedChange,
  type RecordChanges,
  type Store,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { findChangedFields } from '../activity/field-values.js';
import type { PendingWrite, PendingWrites } from './held-writes.js';

/** How a call is cancelled and watched while it waits for a person. */
export interface PendingCall {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, name: string) => void;
}

/** Makes an agent's changes wait if a person took over the request. */
export interface WriteHold {
  /** The store whose transactions wait for the person and then restart. */
  readonly store: Store;
  /** Refuses changes that must wait, which rolls their transaction back. Then `record` is called. */
  readonly recording: (record: RecordChanges) => RecordChanges;
}

/** Maximum total length of a change's values to be shown, in UTF-16 units of their JSON. */
const maxDisplayedLength = 20_000;

const getDisplayedFields = (change: NotedChange): PendingWrite['fields'] => {
  if (!isRequestKind(change.entity)) return [];
  const fields = findChangedFields(change.entity, change);
  return JSON.stringify(fields).length > maxDisplayedLength ? fields.map(({ name }) => ({ name })) : fields;
};

type PersonEditingError = Extract<AppError, { readonly kind: 'person-editing' }>;

const getName = ({ before, after }: NotedChange): string =>
  ((before ?? after) as { readonly name?: string } | undefined)?.name ?? '';

/**
 * A store for one call of an agent. What a transaction changes is known at its end. If it must wait, it is rolled
 * back first, so that it blocks nobody meanwhile.
 */
export const createWriteHold = (
  store: Store,
  held: PendingWrites,
  author: Author,
  { signal, progress }: PendingCall,
): WriteHold => {
  const { by = 'mcp' } = author;
  const allowed = new Set<string>();
  let asked: Omit<PendingWrite, 'id' | 'askedAt'> | undefined;
  const mustWait = ({ entity, id, op, script }: NotedChange): boolean =>
    isRequestKind(entity) &&
    op !== 'created' &&
    script !== true &&
    !allowed.has(id) &&
    held.isHeld({ by, requestId: id });
  const refused = (change: NotedChange): AppResult<never> => {
    const { workspaceId, id: requestId, op } = change;
    const [name, fields] = [getName(change), getDisplayedFields(change)];
    asked = { by, workspaceId, requestId, name, op, fields };
    return TE.left({
      kind: 'person-editing',
      id: requestId,
      name,
      fields: fields.map((one) => one.name),
      isDenied: false,
    });
  };
  /** Asks the person, and repeats the work if allowed. */
  const askFirst = <A>(again: () => AppResult<A>, error: PersonEditingError): AppResult<A> => {
    const write = asked;
    if (write === undefined) return TE.left(error);
    progress(0, 1, 'waiting for a person');
    return pipe(
      TE.fromTask<Awaited<ReturnType<PendingWrites['ask']>>, AppError>(() => held.ask(write, signal)),
      TE.flatMap((outcome) => {
        // Let the work itself report what is missing.
        if (outcome === 'deleted') return again();
        if (outcome !== 'allowed') return TE.left<AppError, A>({ ...error, isDenied: outcome === 'denied' });
        allowed.add(write.requestId);
        return again();
      }),
    );
  };
  const transaction: Store['transaction'] = (work) =>
    pipe(
      store.transaction(work),
      TE.orElse((error) =>
        error.kind === 'person-editing' ? askFirst(() => transaction(work), error) : TE.left(error),
      ),
    );
  return {
    store: { ...store, transaction },
    recording: (record) => (repositories, changes) => {
      const change = changes.find(mustWait);
      return change === undefined ? record(repositories, changes) : refused(change);
    },
  };
};
