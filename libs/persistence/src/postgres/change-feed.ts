import { Change, type WorkspaceId } from '@tandem/core';
import { decode, struct, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import type { DataSource } from 'typeorm';

import { queryAs, getQuery, select } from '../rows/select.js';
import { workspaces } from '../schema/tables.js';
import { maxStoredChanges } from './shared-changes.js';

type Listener = (change: Change) => void;

/** The changes of other processes since the last read. */
export interface ChangeFeed {
  /** Reads and publishes new changes; concurrent calls share one further read. */
  readonly read: () => Promise<void>;
  readonly subscribe: (listener: Listener) => () => void;
}

const ChangeRow = struct('a stored change', { position: t.number, origin: t.string, change: t.string });
const Last = struct('the last position', { last: t.union([t.number, t.null], 'a number or null') });

/** Maximum number of changes per read. */
const slice = 1_000;

const selectNext = `SELECT "position", "origin", "change" FROM "shared_changes" WHERE "position" > $1
  ORDER BY "position" LIMIT ${slice}`;

const decodeChange = decode(Change);

const parseChange = (text: string): Change | undefined => {
  const change = decodeChange(JSON.parse(text));
  // A newer version of Tandem may have other kinds of changes.
  return E.isRight(change) ? change.right : undefined;
};

const getEnd = async (source: DataSource): Promise<number> => {
  const [row] = await queryAs(
    getQuery(source.manager),
    Last,
    'SELECT max("position") AS "last" FROM "shared_changes"',
  );
  return row?.last ?? 0;
};

/** Whether changes after `last` have already been deleted. */
const hasMissed = async (source: DataSource, last: number): Promise<boolean> =>
  (await getEnd(source)) - last > maxStoredChanges;

/** Reports every workspace as changed, for when the changes themselves are lost. */
const listAllChanges = async (source: DataSource): Promise<readonly Change[]> => {
  const rows = await select(getQuery(source.manager), workspaces, ['id'], '');
  return rows.map((row) => {
    const id = row.id as WorkspaceId;
    return { workspaceId: id, entity: 'workspace', id, op: 'updated' };
  });
};

/**
 * Starts after the existing changes.
 * @param origin identifies this process, whose own changes are skipped
 */
export const createChangeFeed = async (source: DataSource, origin: string): Promise<ChangeFeed> => {
  const listeners = new Set<Listener>();
  const tell = (change: Change): void => {
    for (const listener of [...listeners]) listener(change);
  };
  let last = await getEnd(source);
  const readOnce = async (): Promise<void> => {
    if (await hasMissed(source, last)) (await listAllChanges(source)).forEach(tell);
    for (;;) {
      const rows = await queryAs(getQuery(source.manager), ChangeRow, selectNext, [last]);
      for (const row of rows) {
        last = row.position;
        const change = row.origin === origin ? undefined : parseChange(row.change);
        if (change !== undefined) tell(change);
      }
      if (rows.length < slice) return;
    }
  };
  let running: Promise<void> | undefined;
  let again: Promise<void> | undefined;
  const start = (): Promise<void> => {
    running = readOnce().finally(() => (running = undefined));
    return running;
  };
  return {
    read: () => {
      if (running === undefined) return start();
      again ??= running.catch(() => undefined).then(() => ((again = undefined), start()));
      return again;
    },
    subscribe: (listener) => {
      const own: Listener = (change) => {
        listener(change);
      };
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
  };
};
