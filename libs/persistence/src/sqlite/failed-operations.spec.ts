import {
  type AppResult,
  defaultActivityLimits,
  type ExecutionId,
  type FolderId,
  type Store,
} from '@tandem/core';
import {
  unwrapRefusal,
  sampleCookie,
  sampleEnvironment,
  sampleActivity,
  sampleExecution,
  sampleFolder,
  sampleRequest,
  sampleTime,
  sampleToken,
  sampleWorkspace,
} from '@tandem/core/testing';
import { expect, it } from 'vitest';

import { openDatabase } from './database.js';
import { createStore } from '../store.js';
import { testInFolder } from '../testing/in-folder.js';

const workspace = sampleWorkspace();
const workspaceId = workspace.id;
const environment = sampleEnvironment(workspaceId);
const request = sampleRequest(workspaceId);
const folder = sampleFolder(workspaceId);
const execution = sampleExecution(workspaceId, request.id);
const executionId: ExecutionId = execution.summary.id;
const folderId: FolderId = folder.id;
const scope = { workspaceId, environmentId: null };
const deletedFolder = { id: folderId, folders: [folder], requests: [] };

/** Every operation of a store, by its description in error messages. */
const operations: readonly (readonly [string, (store: Store) => AppResult<unknown>])[] = [
  ['listing workspaces', ({ workspaces }) => workspaces.list(10)],
  ['listing workspaces', ({ workspaces }) => workspaces.all()],
  ['reading a workspace', ({ workspaces }) => workspaces.get(workspaceId)],
  ['creating a workspace', ({ workspaces }) => workspaces.create(workspace)],
  ['changing a workspace', ({ workspaces }) => workspaces.update(workspace)],
  ['reading the active workspace', ({ workspaces }) => workspaces.active()],
  ['activating a workspace', ({ workspaces }) => workspaces.activate(workspaceId)],
  ['hiding a workspace', ({ workspaces }) => workspaces.hide(workspaceId, 'deleted', sampleTime)],
  ['listing hidden workspaces', ({ workspaces }) => workspaces.hidden()],
  ['restoring a workspace', ({ workspaces }) => workspaces.unhide(workspaceId)],
  ['deleting a workspace', ({ workspaces }) => workspaces.remove(workspaceId)],
  ['listing environments', ({ environments }) => environments.list(workspaceId)],
  ['listing environments', ({ environments }) => environments.unreadable(workspaceId)],
  ['listing secrets', ({ environments }) => environments.allSecrets()],
  ['reading an environment', ({ environments }) => environments.get(workspaceId, environment.id)],
  ['creating an environment', ({ environments }) => environments.create(environment)],
  [
    'changing an environment',
    ({ environments }) => environments.change(workspaceId, environment.id, [], sampleTime),
  ],
  ['changing an environment', ({ environments }) => environments.replace(environment, 1)],
  ['deleting an environment', ({ environments }) => environments.remove(workspaceId, environment.id, 1)],
  ['listing requests', ({ restRequests }) => restRequests.list(workspaceId, { take: 1 })],
  ['counting requests', ({ restRequests }) => restRequests.count(workspaceId)],
  ['reading revisions', ({ restRequests }) => restRequests.heads(workspaceId)],
  ['reading requests', ({ restRequests }) => restRequests.all(workspaceId)],
  ['reading a request', ({ restRequests }) => restRequests.get(workspaceId, request.id)],
  ['creating a request', ({ restRequests }) => restRequests.create(request)],
  ['changing a request', ({ restRequests }) => restRequests.replace(request, 1)],
  ['deleting a request', ({ restRequests }) => restRequests.remove(workspaceId, request.id)],
  ['reading the order of requests', ({ requestPositions }) => requestPositions.list(workspaceId)],
  ['reading the order of a folder', ({ requestPositions }) => requestPositions.end(workspaceId, 'a')],
  [
    'changing the order of requests',
    ({ requestPositions }) => requestPositions.put(workspaceId, [{ id: request.id, folder: 'a', seq: 1 }]),
  ],
  ['listing folders', ({ folders }) => folders.list(workspaceId)],
  ['reading a folder', ({ folders }) => folders.get(workspaceId, folderId)],
  ['creating a folder', ({ folders }) => folders.create(folder)],
  ['changing a folder', ({ folders }) => folders.replace(folder, 1)],
  ['changing the order of folders', ({ folders }) => folders.place(workspaceId, [{ id: folderId, seq: 1 }])],
  ['deleting a folder', ({ folders }) => folders.remove(workspaceId, folderId)],
  ['keeping a deleted folder', ({ folders }) => folders.keepDeleted(workspaceId, deletedFolder)],
  ['reading a deleted folder', ({ folders }) => folders.deleted(workspaceId, folderId)],
  ['forgetting a deleted folder', ({ folders }) => folders.forgetDeleted(workspaceId, folderId)],
  ['reading cookies', ({ cookies }) => cookies.list(workspaceId, null)],
  ['reading cookies', ({ cookies }) => cookies.all()],
  [
    'storing cookies',
    ({ cookies }) => cookies.change(workspaceId, null, { set: [sampleCookie()], removed: [] }),
  ],
  ['reading tokens', ({ authTokens }) => authTokens.list(scope)],
  ['reading a token', ({ authTokens }) => authTokens.find(scope, 'k')],
  ['storing a token', ({ authTokens }) => authTokens.put(scope, sampleToken())],
  ['deleting tokens', ({ authTokens }) => authTokens.remove(scope)],
  [
    'keeping the activity',
    ({ activities }) => activities.add(workspaceId, [sampleActivity(workspaceId)], defaultActivityLimits),
  ],
  ['listing the activity', ({ activities }) => activities.list(workspaceId, { take: 1 })],
  ['listing who changed something', ({ activities }) => activities.callers(workspaceId)],
  ['reading the activity', ({ activities }) => activities.get(workspaceId, '1')],
  ['keeping an execution', ({ executions }) => executions.add(execution, null, 10)],
  ['listing executions', ({ executions }) => executions.list(workspaceId, { take: 1 })],
  ['counting executions', ({ executions }) => executions.count(workspaceId)],
  ['listing executions', ({ executions }) => executions.latest(workspaceId)],
  ['listing the callers of executions', ({ executions }) => executions.callers(workspaceId)],
  ['reading an execution', ({ executions }) => executions.get(workspaceId, executionId)],
  ['reading a body', ({ executions }) => executions.body(workspaceId, executionId)],
  ['reading an execution', ({ executions }) => executions.workspaceOf(executionId)],
  ['reading the synchronization state of a folder', ({ folderMemories }) => folderMemories.get(workspaceId)],
  ['reading the planned writes of a folder', ({ folderMemories }) => folderMemories.planned(workspaceId)],
  [
    'removing the planned writes of a folder',
    ({ folderMemories }) => folderMemories.forgetPlanned(workspaceId, null),
  ],
  ['reading the secrets set aside for a folder', ({ folderMemories }) => folderMemories.retired(workspaceId)],
  [
    'storing the secrets set aside for a folder',
    ({ folderMemories }) =>
      folderMemories.retire(workspaceId, {
        id: environment.id,
        secrets: environment.secrets,
        wasActive: false,
      }),
  ],
  [
    'storing a decision about a secret',
    ({ givenSecrets }) => givenSecrets.decide(workspaceId, { name: 'TOKEN', allowed: true }),
  ],
  [
    'storing whether scripts may send requests',
    ({ scriptSending }) => scriptSending.decide(workspaceId, true),
  ],
  ['reading which scripts wait for a person', ({ scriptReviews }) => scriptReviews.trust(workspaceId)],
  ['reading what is known of scripts', ({ scriptReviews }) => scriptReviews.find(workspaceId, ['a'])],
  [
    'storing what is known of scripts',
    ({ scriptReviews }) =>
      scriptReviews.add(workspaceId, [{ hash: 'a', isApproved: false, path: null, text: null }]),
  ],
  [
    'storing which scripts a person approved',
    ({ scriptReviews }) =>
      scriptReviews.put(workspaceId, [{ hash: 'a', isApproved: true, path: null, text: null }]),
  ],
  ['reading whether scripts may send requests', ({ scriptSending }) => scriptSending.get(workspaceId)],
  ['reading the hosts of secrets', ({ secretBindings }) => secretBindings.bound()],
  [
    'storing the hosts of a secret',
    ({ secretBindings }) =>
      secretBindings.choose(workspaceId, { environmentId: environment.id, name: 'A', hosts: [] }),
  ],
  ['reading decisions about secrets', ({ givenSecrets }) => givenSecrets.list(workspaceId)],
  [
    'changing several rows',
    (store) => store.transaction(() => () => Promise.reject(new Error('in the middle'))),
  ],
];

it(
  'a failed operation reports what it was doing',
  { tags: 'storage:reason' },
  testInFolder(async (path) => {
    const database = await openDatabase(`${path}/t.sqlite`, 100);
    try {
      await database.insert(async (db) => {
        await db.query('PRAGMA foreign_keys = OFF');
        const tables = await db.query<{ name: string }[]>(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
        );
        for (const { name } of tables) await db.query(`DROP TABLE "${name}"`);
      });
      const store = createStore(database);
      const said: string[] = [];
      for (const [, operation] of operations) {
        const error = await unwrapRefusal(operation(store));
        said.push(error.kind === 'storage-failed' ? error.doing : error.kind);
      }
      expect(said).toEqual(operations.map(([doing]) => doing));
    } finally {
      await database.close();
    }
  }),
);
