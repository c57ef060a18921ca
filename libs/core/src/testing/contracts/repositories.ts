import { activitiesContract } from './activities.js';
import { authTokensContract } from './auth-tokens.js';
import { cookiesContract } from './cookies.js';
import { environmentsContract } from './environments.js';
import { executionsContract } from './executions.js';
import { folderMemoriesContract } from './folder-memories.js';
import { foldersContract } from './folders.js';
import { providedSecretsContract } from './provided-secrets.js';
import { scriptReviewsContract } from './script-reviews.js';
import { scriptSendingContract } from './script-sending.js';
import { secretBindingsContract } from './secret-bindings.js';
import type { OpenStore } from './opened.js';
import { requestPlacesContract } from './request-places.js';
import { kindsUnderTest } from './saved-request-kind.js';
import { runsContract } from './runs.js';
import { savedRequestsContract } from './saved-requests.js';
import { transactionContract } from './transaction.js';
import { workspacesContract } from './workspaces.js';

/**
 * The contracts of the repositories as tests, each against its own empty store.
 * @param name the adapter's name in titles
 */
export const repositoriesContract = (name: string, open: OpenStore): void => {
  workspacesContract(name, open);
  environmentsContract(name, open);
  for (const kind of kindsUnderTest) savedRequestsContract(name, open, kind);
  requestPlacesContract(name, open);
  foldersContract(name, open);
  executionsContract(name, open);
  folderMemoriesContract(name, open);
  providedSecretsContract(name, open);
  scriptSendingContract(name, open);
  secretBindingsContract(name, open);
  scriptReviewsContract(name, open);
  activitiesContract(name, open);
  cookiesContract(name, open);
  authTokensContract(name, open);
  runsContract(name, open);
  transactionContract(name, open);
};
