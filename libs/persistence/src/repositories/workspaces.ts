import { Workspace, type Workspaces } from '@tandem/core';
import { oneOf, struct, t } from '@tandem/core/codec';
import { IsNull, Not } from 'typeorm';

import type { Access } from '../access.js';
import { Refusal } from '../storage-fault.js';
import {
  decodeReadableRows,
  decodeStoredRow,
  findRow,
  memoizeByRow,
  quoteTableName,
  selectAll,
  toRow,
  tryStorage,
} from '../rows/stored-rows.js';
import { activeWorkspace, type RowOf, settings, workspaces } from '../schema/tables.js';

type WorkspaceRow = RowOf<typeof workspaces>;

const decodeWorkspace = decodeStoredRow('workspace', Workspace, []);
const decodeRow = memoizeByRow(({ hiding: _, hiddenAt: __, ...row }: WorkspaceRow) => decodeWorkspace(row));

const decodeHiding = decodeStoredRow(
  'workspace',
  struct('how a workspace was hidden', { hiding: oneOf('removed', 'deleted'), hiddenAt: t.string }),
  [],
);

const visibleFilter = { hiding: IsNull() };
const hiddenFilter = { hiding: Not(IsNull()) };

const whereActive = `WHERE "id" = (SELECT "value" FROM ${quoteTableName(settings)} WHERE "name" = $1) AND "hiding" IS NULL`;

const createNotFound = (ref: string) => new Refusal({ kind: 'not-found', entity: 'workspace', ref });

/** Hides workspaces, and lists, restores and deletes hidden ones. */
const createHiddenWorkspaces = ({
  read,
  write,
  leave,
}: Pick<Access, 'read' | 'write' | 'leave'>): Pick<Workspaces, 'hide' | 'hidden' | 'unhide' | 'remove'> => ({
  hide: (id, hiding, hiddenAt) =>
    tryStorage('hiding a workspace')(async () => {
      await write(async (db) => {
        const { affected } = await db.update(workspaces, { id, ...visibleFilter }, { hiding, hiddenAt });
        if (affected === 0) throw createNotFound(id);
        await db.delete(settings, { name: activeWorkspace, value: id });
      });
    }),
  hidden: () =>
    tryStorage('listing hidden workspaces')(async () => {
      const rowsOfHidden = await read((db) =>
        db.find(workspaces, { where: hiddenFilter, order: { hiddenAt: 'DESC', id: 'ASC' } }),
      );
      const decodeHidden = (row: WorkspaceRow) => {
        const { hiding, hiddenAt } = decodeHiding({ hiding: row.hiding, hiddenAt: row.hiddenAt }, row);
        return { workspace: decodeRow(row), hiding, at: hiddenAt };
      };
      return decodeReadableRows(rowsOfHidden, decodeHidden, leave);
    }),
  unhide: (id) =>
    tryStorage('restoring a workspace')(async () => {
      const none = { hiding: null, hiddenAt: null };
      const { affected } = await write((db) => db.update(workspaces, { id, ...hiddenFilter }, none));
      if (affected === 0) throw createNotFound(id);
    }),
  remove: (id) =>
    tryStorage('deleting a workspace')(async () => {
      const { affected } = await write((db) => db.delete(workspaces, { id, ...hiddenFilter }));
      if (affected === 0) throw createNotFound(id);
    }),
});

/** Workspaces, and which one is active. */
export const createWorkspaces = ({ read, rows, write, leave }: Access): Workspaces => ({
  list: (take) =>
    tryStorage('listing workspaces')(async () => {
      const found = await read((db) =>
        db.find(workspaces, { where: visibleFilter, order: { lastOpenedAt: 'DESC', id: 'ASC' }, take }),
      );
      return decodeReadableRows(found, decodeRow, leave);
    }),
  all: () =>
    tryStorage('listing workspaces')(async () =>
      decodeReadableRows(await read((db) => db.find(workspaces, { where: visibleFilter })), decodeRow, leave),
    ),
  get: (id) =>
    tryStorage('reading a workspace')(async () => {
      const row = await findRow(rows, workspaces, { id });
      if (row === undefined) throw createNotFound(id);
      if (row.hiding !== null) throw createNotFound(id);
      return decodeRow(row);
    }),
  create: (workspace) =>
    tryStorage('creating a workspace')(async () => {
      await write((db) => db.insert(workspaces, toRow(workspace, [])));
      return workspace;
    }),
  update: (workspace) =>
    tryStorage('changing a workspace')(async () => {
      const { affected } = await write((db) =>
        db.update(workspaces, { id: workspace.id, ...visibleFilter }, toRow(workspace, [])),
      );
      if (affected === 0) throw createNotFound(workspace.id);
      return workspace;
    }),
  active: () =>
    tryStorage('reading the active workspace')(async () => {
      const [row] = await selectAll(rows, workspaces, whereActive, [activeWorkspace]);
      return decodeReadableRows(row === undefined ? [] : [row], decodeRow, leave)[0] ?? null;
    }),
  activate: (id) =>
    tryStorage('activating a workspace')(async () => {
      await write(async (db) => {
        if (!(await db.existsBy(workspaces, { id, ...visibleFilter }))) throw createNotFound(id);
        await db.upsert(settings, { name: activeWorkspace, value: id }, ['name']);
      });
    }),
  ...createHiddenWorkspaces({ read, write, leave }),
});
