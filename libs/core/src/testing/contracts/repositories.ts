import { testActivitiesContract } from './activities.js';
import { testAuthTokensContract } from './auth-tokens.js';
import { testCookiesContract, testSecretBindingsContract } from './environment-values.js';
import { testEnvironmentsContract } from './environments.js';
import { testExecutionsContract } from './executions.js';
import { testFolderMemoriesContract } from './folder-memories.js';
import { testFoldersContract } from './folders.js';
import { testProvidedSecretsContract } from './provided-secrets.js';
import { testScriptReviewsContract, testScriptSendingContract } from './script-reviews.js';
import type { OpenStore } from './opened.js';
import { testRequestPositionsContract } from './request-positions.js';
import { kindsUnderTest } from './saved-request-kind.js';
import { testRunsContract } from './runs.js';
import { testSavedRequestsContract } from './saved-requests.js';
import { testTransactionContract } from './transaction.js';
import { testWorkspacesContract } from './workspaces.js';

/**
 * The contracts of all repositories as tests, each with an empty store of its own.
 * @param name the name of the adapter in titles
 */
export const testRepositoriesContract = (name: string, open: OpenStore): void => {
  testWorkspacesContract(name, open);
  testEnvironmentsContract(name, open);
  for (const kind of kindsUnderTest) testSavedRequestsContract(name, open, kind);
  testRequestPositionsContract(name, open);
  testFoldersContract(name, open);
  testExecutionsContract(name, open);
  testFolderMemoriesContract(name, open);
  testProvidedSecretsContract(name, open);
  testScriptSendingContract(name, open);
  testSecretBindingsContract(name, open);
  testScriptReviewsContract(name, open);
  testActivitiesContract(name, open);
  testCookiesContract(name, open);
  testAuthTokensContract(name, open);
  testRunsContract(name, open);
  testTransactionContract(name, open);
};
