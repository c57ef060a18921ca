import { environmentsContract } from './environments.js';
import type { OpenStore } from './opened.js';
import { restRequestsContract } from './rest-requests.js';
import { transactionContract } from './transaction.js';
import { workspacesContract } from './workspaces.js';

/**
 * Every promise of the repositories as tests, each against an empty store of its own.
 * @param name the adapter, as the titles say it
 */
export const repositoriesContract = (name: string, open: OpenStore): void => {
  workspacesContract(name, open);
  environmentsContract(name, open);
  restRequestsContract(name, open);
  transactionContract(name, open);
};
