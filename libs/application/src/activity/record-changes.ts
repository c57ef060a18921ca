import {
  type Activity,
  type AppError,
  type AppResult,
  createRedactor,
  defaultActivityLimits,
  type NewActivity,
  type Pair,
  type Ports,
  type RecordChanges,
  type Redactor,
  type Repositories,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { loadKnownSecrets } from '../secrets/secrets.js';
import { createEntries, limitFields, type Occasion } from './entries.js';
import { isSameJson, mergeFields } from './field-values.js';

/** How long consecutive updates share an entry, in milliseconds. */
const sharedMs = 5_000;

/** The original fields of an entry, which an undo restores. Stored separately if secrets were hidden in them. */
export const restoreFields = ({ activity, restores }: NewActivity): Activity['fields'] => {
  const aside = (restores as { readonly fields?: Activity['fields'] } | null)?.fields;
  return aside ?? activity.fields;
};

/** The secrets of an environment before and after an update. Stored beside the entry, which contains no values. */
export interface SecretsSnapshot {
  readonly before: readonly Pair[];
  readonly after: readonly Pair[];
}

/** The secrets that an update changed. Undefined if it changed none, or an older version recorded it. */
export const getSecretsSnapshot = ({ restores }: NewActivity): SecretsSnapshot | undefined =>
  (restores as { readonly secrets?: SecretsSnapshot } | null)?.secrets;

/** What two consecutive updates store beside their entry. */
const mergeSecretsSnapshots = (first: NewActivity, second: NewActivity): unknown => {
  const [one, other] = [getSecretsSnapshot(first), getSecretsSnapshot(second)];
  const before = one?.before ?? other?.before;
  const after = other?.after ?? one?.after;
  return before === undefined ? null : { secrets: { before, after } };
};

/** Hides secrets in the fields. The originals are stored separately if anything was hidden. */
const hideEntrySecrets = (entry: NewActivity, redactor: Redactor): NewActivity => {
  const { activity, restores } = entry;
  const fields = redactor.json(activity.fields) as Activity['fields'];
  const name = redactor.text(activity.name);
  const shown = { activity: { ...activity, name, fields }, restores };
  return isSameJson(fields, activity.fields)
    ? shown
    : { ...shown, restores: { ...(restores as object | null), fields: activity.fields } };
};

/** Whether an entry continues the update in the newest entry. */
const isContinuation = ({ activity: next }: NewActivity, newest: Activity): boolean =>
  newest.op === 'updated' &&
  next.op === 'updated' &&
  newest.entityId === next.entityId &&
  newest.by === next.by &&
  newest.session === next.session &&
  newest.group === next.group &&
  newest.request === next.request &&
  newest.script === next.script &&
  newest.undid === undefined &&
  next.undid === undefined &&
  newest.undone !== true &&
  Math.abs(Date.parse(next.at) - Date.parse(newest.at)) < sharedMs;

/** Merges a single new entry into the newest one if it continues it. Returns undefined otherwise. */
const extendNewestEntry = (
  { activities }: Repositories,
  entries: readonly NewActivity[],
  redactor: Redactor,
): AppResult<boolean> => {
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) return TE.right(false);
  const { workspaceId } = entry.activity;
  return pipe(
    activities.list(workspaceId, { take: 1 }),
    TE.flatMap(({ items: [newest] }) => {
      if (newest === undefined || !isContinuation(entry, newest)) return TE.right(false);
      return pipe(
        activities.get(workspaceId, newest.id),
        TE.flatMap((kept) => {
          const fields = limitFields(mergeFields(restoreFields(kept), entry.activity.fields));
          const restores = mergeSecretsSnapshots(kept, entry);
          const both = hideEntrySecrets({ activity: { ...entry.activity, fields }, restores }, redactor);
          return activities.replace({ ...both, activity: { ...both.activity, id: newest.id } });
        }),
        TE.map(() => true),
      );
    }),
  );
};

const groupByWorkspace = (entries: readonly NewActivity[]): readonly (readonly NewActivity[])[] => {
  const ids = [...new Set(entries.map(({ activity }) => activity.workspaceId))];
  return ids.map((id) => entries.filter(({ activity }) => activity.workspaceId === id));
};

/** Adds the changes of a transaction to the activity. */
export const recordChanges =
  (ports: Ports, occasion: Omit<Occasion, 'at'>): RecordChanges =>
  (repositories, changes) => {
    const limits = ports.keep.activity ?? defaultActivityLimits;
    const at = ports.clock.now().toISOString();
    const record = (entries: readonly NewActivity[]): AppResult<unknown> =>
      pipe(
        loadKnownSecrets({ ...ports, store: repositories }),
        TE.map(createRedactor),
        TE.flatMap((redactor) =>
          pipe(
            extendNewestEntry(repositories, entries, redactor),
            TE.flatMap((isDone) =>
              isDone
                ? TE.right([])
                : TE.sequenceSeqArray(
                    groupByWorkspace(entries.map((one) => hideEntrySecrets(one, redactor))).map((some) =>
                      repositories.activities.add(
                        (some[0] as NewActivity).activity.workspaceId,
                        some,
                        limits,
                      ),
                    ),
                  ),
            ),
          ),
        ),
      );
    return pipe(
      TE.fromTask<readonly NewActivity[], AppError>(() => createEntries(changes, { ...occasion, at })),
      TE.flatMap((entries) => (entries.length === 0 ? TE.right(undefined) : record(entries))),
      TE.map(() => undefined),
    );
  };
