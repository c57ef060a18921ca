import {
  applyChanges,
  Environment,
  type EnvironmentId,
  type Environments,
  type WorkspaceId,
} from '@tandem/core';
import type { EntityManager } from 'typeorm';

import type { Access } from '../access.js';
import { fromRow, Refusal, storing, toRow } from '../rows.js';
import { environments } from '../schema/tables.js';

const json = ['variables', 'secrets'];
const decodeRow = fromRow(Environment, json);

const load =
  (workspaceId: WorkspaceId, id: EnvironmentId) =>
  async (db: EntityManager): Promise<Environment> => {
    const row = await db.findOneBy(environments, { id, workspaceId });
    if (row === null) throw new Refusal({ kind: 'not-found', entity: 'environment', ref: id });
    return decodeRow(row);
  };

/** Environments of workspaces. */
export const createEnvironments = ({ read, write }: Access): Environments => ({
  list: (workspaceId) =>
    storing('listing environments')(async () => {
      const rows = await read((db) =>
        db.createQueryBuilder(environments, 'e').where({ workspaceId }).orderBy('e.rowid').getMany(),
      );
      return rows.map(decodeRow);
    }),
  get: (workspaceId, id) => storing('reading an environment')(() => read(load(workspaceId, id))),
  create: (environment) =>
    storing('creating an environment')(async () => {
      await write((db) => db.insert(environments, toRow(environment, json)));
      return environment;
    }),
  update: (environment) =>
    storing('changing an environment')(() =>
      write(async (db) => {
        await load(environment.workspaceId, environment.id)(db);
        await db.update(environments, { id: environment.id }, toRow(environment, json));
        return environment;
      }),
    ),
  remove: (workspaceId, id) =>
    storing('deleting an environment')(() =>
      write(async (db) => {
        await load(workspaceId, id)(db);
        await db.delete(environments, { id });
      }),
    ),
  change: (workspaceId, id, changes, at) =>
    storing('changing an environment')(() =>
      write(async (db) => {
        const present = await load(workspaceId, id)(db);
        const next = { ...applyChanges(present, changes), revision: present.revision + 1, updatedAt: at };
        await db.update(environments, { id }, toRow(next, json));
        return next;
      }),
    ),
});
