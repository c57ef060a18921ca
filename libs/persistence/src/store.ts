import type { Repositories, Store } from '@tandem/core';
import { E } from '@tandem/core/fp';

import { type Access, type Database, createTransactionAccess } from './access.js';
import type { BodyFiles } from './sqlite/body-files.js';
import { type History, createImmediateHistory } from './repositories/history.js';
import { createActivities } from './repositories/activities.js';
import { createAuthTokens } from './repositories/auth-tokens.js';
import { createCookies } from './repositories/cookies.js';
import { createEnvironments } from './repositories/environments.js';
import { createExecutions } from './repositories/executions.js';
import { createFolderMemories } from './repositories/folder-memories.js';
import { createFolders } from './repositories/folders.js';
import { createProvidedSecrets, createScriptSendingDecisions } from './repositories/decisions.js';
import { createRuns } from './repositories/runs.js';
import { createRequestPositions } from './repositories/request-pages.js';
import { createRequests } from './repositories/saved-requests.js';
import { createScriptReviews } from './repositories/script-reviews.js';
import { createSecretBindings } from './repositories/secret-bindings.js';
import { createWorkspaces } from './repositories/workspaces.js';
import { Refusal } from './storage-fault.js';
import { tryStorage } from './rows/stored-rows.js';

/** A store and the function that closes it. */
export interface OpenedStore {
  readonly store: Store;
  /** Waits for the running writes, and then closes the store. */
  readonly close: () => Promise<void>;
}

/** Creates the repositories that a database adds to the usual ones within a transaction. */
export type Additions = (access: Access) => Partial<Repositories>;

const createRepositories = (access: Access, history: History, files?: BodyFiles): Repositories => ({
  workspaces: createWorkspaces(access),
  environments: createEnvironments(access),
  ...createRequests(access),
  requestPositions: createRequestPositions(access),
  folders: createFolders(access),
  executions: createExecutions(access, history, files),
  folderMemories: createFolderMemories(access),
  givenSecrets: createProvidedSecrets(access),
  scriptSending: createScriptSendingDecisions(access),
  secretBindings: createSecretBindings(access),
  scriptReviews: createScriptReviews(access),
  activities: createActivities(access),
  cookies: createCookies(access),
  authTokens: createAuthTokens(access),
  runs: createRuns(access),
});

/**
 * Creates the repositories of a database.
 * @param additions creates repositories that only a transaction has
 * @param history where executions are added
 * @param files where long bodies are stored
 */
export const createStore = (
  database: Database,
  additions: Additions = () => ({}),
  history: History = createImmediateHistory(database),
  files?: BodyFiles,
): Store => ({
  ...createRepositories(database, history, files),
  transaction: (work) =>
    tryStorage('changing several rows')(async () => {
      await history.written();
      return database.write(async (manager) => {
        const access = createTransactionAccess(manager, database);
        const outcome = await work({
          ...createRepositories(access, createImmediateHistory(access), files),
          ...additions(access),
        })();
        if (E.isLeft(outcome)) throw new Refusal(outcome.left);
        return outcome.right;
      });
    }),
});
