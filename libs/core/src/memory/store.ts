import type { AppResult } from '../errors.js';
import { E, pipe, TE } from '../fp.js';
import { createTaskQueue } from '../task-queue.js';
import type { Repositories, Store } from '../ports/repositories.js';
import { createMemoryActivities } from './activities.js';
import {
  createMemoryAuthTokens,
  createMemoryCookies,
  createMemorySecretBindings,
} from './environment-values.js';
import { createMemoryFolders, createMemoryWorkspaces } from './workspaces.js';
import { createMemoryExecutions, createMemoryRuns } from './executions.js';
import {
  createMemoryEnvironments,
  createMemoryFolderMemories,
  createMemoryProvidedSecrets,
  createMemoryScriptReviews,
  createMemoryScriptSendingDecisions,
} from './repositories.js';
import { createMemoryRequestPositions, createMemoryRequestRepositories } from './requests.js';
import { type MemoryAccess, emptyRows, type Rows } from './rows.js';

interface Cell {
  rows: Rows;
}

const createRepositories = (access: MemoryAccess): Repositories => ({
  workspaces: createMemoryWorkspaces(access),
  environments: createMemoryEnvironments(access),
  ...createMemoryRequestRepositories(access),
  requestPositions: createMemoryRequestPositions(access),
  folders: createMemoryFolders(access),
  executions: createMemoryExecutions(access),
  folderMemories: createMemoryFolderMemories(access),
  givenSecrets: createMemoryProvidedSecrets(access),
  scriptSending: createMemoryScriptSendingDecisions(access),
  secretBindings: createMemorySecretBindings(access),
  scriptReviews: createMemoryScriptReviews(access),
  activities: createMemoryActivities(access),
  cookies: createMemoryCookies(access),
  authTokens: createMemoryAuthTokens(access),
  runs: createMemoryRuns(access),
});

/** Runs reads and writes on a cell synchronously, in call order. */
const createMemoryAccess = (cell: Cell): MemoryAccess => ({
  read: (look) => () => Promise.resolve(look(cell.rows)),
  write: (change) => () => {
    const outcome = change(cell.rows);
    if (E.isLeft(outcome)) return Promise.resolve(outcome);
    const [answer, rows] = outcome.right;
    cell.rows = rows;
    return Promise.resolve(E.right(answer));
  },
});

/** Creates an in-memory store that passes all contract tests for stores. */
export const createMemoryStore = (): Store => {
  const cell: Cell = { rows: emptyRows };
  const lane = createTaskQueue();
  const { read, write } = createMemoryAccess(cell);
  return {
    ...createRepositories({ read, write: (change) => () => lane(write(change)) }),
    transaction: <A>(work: (repositories: Repositories) => AppResult<A>) => {
      const attempt: AppResult<A> = async () => {
        const draft: Cell = { rows: cell.rows };
        const outcome = await work(createRepositories(createMemoryAccess(draft)))();
        if (E.isRight(outcome)) cell.rows = draft.rows;
        return outcome;
      };
      const safe = pipe(
        TE.tryCatch(
          attempt,
          (cause) =>
            ({ kind: 'storage-failed', doing: 'changing several rows', reason: 'other', cause }) as const,
        ),
        TE.flatMap(TE.fromEither),
      );
      return () => lane(safe);
    },
  };
};
