import { Workspace, type Workspaces } from '@tandem/core';

import type { Access } from '../access.js';
import { Refusal } from '../refusal.js';
import { fromRow, onceForEachRow, readableRows, rowWhere, storing, toRow } from '../rows.js';
import { activeWorkspace, settings, workspaces } from '../schema/tables.js';

const decodeRow = onceForEachRow(fromRow('workspace', Workspace, []));

const selectActive = 'SELECT w.* FROM settings s JOIN workspaces w ON w.id = s.value WHERE s.name = $1';

const missing = (ref: string) => new Refusal({ kind: 'not-found', entity: 'workspace', ref });

/** Workspaces, and which one is active. */
export const createWorkspaces = ({ read, rows, write, leave }: Access): Workspaces => ({
  list: (take) =>
    storing('listing workspaces')(async () => {
      const found = await read((db) =>
        db.find(workspaces, { order: { lastOpenedAt: 'DESC', id: 'ASC' }, take }),
      );
      return readableRows(found, decodeRow, leave);
    }),
  all: () =>
    storing('listing workspaces')(async () =>
      readableRows(await read((db) => db.find(workspaces)), decodeRow, leave),
    ),
  get: (id) =>
    storing('reading a workspace')(async () => {
      const row = await rowWhere(rows, workspaces, { id });
      if (row === undefined) throw missing(id);
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
        db.update(workspaces, { id: workspace.id }, toRow(workspace, [])),
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
        if (!(await db.existsBy(workspaces, { id }))) throw missing(id);
        await db.upsert(settings, { name: activeWorkspace, value: id }, ['name']);
      });
    }),
});
