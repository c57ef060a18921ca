import { Workspace, type Workspaces } from '@tandem/core';
import { oneOf, struct, t } from '@tandem/core/codec';
import { IsNull, Not } from 'typeorm';

import type { Access } from '../access.js';
import { Refusal } from '../refusal.js';
import { fromRow, onceForEachRow, readableRows, rowWhere, storing, toRow } from '../rows.js';
import { activeWorkspace, type Row, settings, workspaces } from '../schema/tables.js';

const decodeWorkspace = fromRow('workspace', Workspace, []);
const decodeRow = onceForEachRow(({ hiding: _, hiddenAt: __, ...row }) => decodeWorkspace(row));

const decodeHiding = fromRow(
  'workspace',
  struct('how a workspace was hidden', { hiding: oneOf('removed', 'deleted'), hiddenAt: t.string }),
  [],
);

const shown = { hiding: IsNull() };
const hidden = { hiding: Not(IsNull()) };

const selectActive =
  'SELECT w.* FROM settings s JOIN workspaces w ON w.id = s.value WHERE s.name = $1 AND w.hiding IS NULL';

const missing = (ref: string) => new Refusal({ kind: 'not-found', entity: 'workspace', ref });

/** How workspaces are hidden, and what is done with those that are. */
const hidingOf = ({
  read,
  write,
  leave,
}: Pick<Access, 'read' | 'write' | 'leave'>): Pick<Workspaces, 'hide' | 'hidden' | 'unhide' | 'remove'> => ({
  hide: (id, hiding, hiddenAt) =>
    storing('hiding a workspace')(async () => {
      await write(async (db) => {
        const { affected } = await db.update(workspaces, { id, ...shown }, { hiding, hiddenAt });
        if (affected === 0) throw missing(id);
        await db.delete(settings, { name: activeWorkspace, value: id });
      });
    }),
  hidden: () =>
    storing('listing hidden workspaces')(async () => {
      const rowsOfHidden = await read((db) =>
        db.find(workspaces, { where: hidden, order: { hiddenAt: 'DESC', id: 'ASC' } }),
      );
      const decodeHidden = (row: Row) => {
        const { hiding, hiddenAt } = decodeHiding({ hiding: row.hiding, hiddenAt: row.hiddenAt }, row);
        return { workspace: decodeRow(row), hiding, at: hiddenAt };
      };
      return readableRows(rowsOfHidden, decodeHidden, leave);
    }),
  unhide: (id) =>
    storing('restoring a workspace')(async () => {
      const none = { hiding: null, hiddenAt: null };
      const { affected } = await write((db) => db.update(workspaces, { id, ...hidden }, none));
      if (affected === 0) throw missing(id);
    }),
  remove: (id) =>
    storing('deleting a workspace')(async () => {
      const { affected } = await write((db) => db.delete(workspaces, { id, ...hidden }));
      if (affected === 0) throw missing(id);
    }),
});

/** Workspaces, and which one is active. */
export const createWorkspaces = ({ read, rows, write, leave }: Access): Workspaces => ({
  list: (take) =>
    storing('listing workspaces')(async () => {
      const found = await read((db) =>
        db.find(workspaces, { where: shown, order: { lastOpenedAt: 'DESC', id: 'ASC' }, take }),
      );
      return readableRows(found, decodeRow, leave);
    }),
  all: () =>
    storing('listing workspaces')(async () =>
      readableRows(await read((db) => db.find(workspaces, { where: shown })), decodeRow, leave),
    ),
  get: (id) =>
    storing('reading a workspace')(async () => {
      const row = await rowWhere(rows, workspaces, { id });
      if (row === undefined) throw missing(id);
      if (row.hiding !== null) throw missing(id);
      return decodeRow(row);
    }),
  create: (workspace) =>
    storing('creating a workspace')(async () => {
      await write((db) => db.insert(workspaces, toRow(workspace, [])));
      return workspace;
    }),
  update: (workspace) =>
    storing('changing a workspace')(async () => {
      const { affected } = await write((db) =>
        db.update(workspaces, { id: workspace.id, ...shown }, toRow(workspace, [])),
      );
      if (affected === 0) throw missing(workspace.id);
      return workspace;
    }),
  active: () =>
    storing('reading the active workspace')(async () => {
      const [row] = await rows(selectActive, [activeWorkspace]);
      return readableRows(row === undefined ? [] : [row], decodeRow, leave)[0] ?? null;
    }),
  activate: (id) =>
    storing('activating a workspace')(async () => {
      await write(async (db) => {
        if (!(await db.existsBy(workspaces, { id, ...shown }))) throw missing(id);
        await db.upsert(settings, { name: activeWorkspace, value: id }, ['name']);
      });
    }),
  ...hidingOf({ read, write, leave }),
});
