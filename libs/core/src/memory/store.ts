import type { AppResult } from '../errors.js';
import { E, pipe, TE } from '../fp.js';
import { createTaskQueue } from '../task-queue.js';
import type { Repositories, Store } from '../ports/repositories.js';
import { memoryActivities } from './activities.js';
import { memoryCookies } from './cookies.js';
import { memoryAuthTokens } from './auth-tokens.js';
import { memoryFolders } from './folders.js';
import { memoryExecutions } from './executions.js';
import {
  memoryEnvironments,
  memoryFolderMemories,
  memoryProvidedSecrets,
  memoryScriptSending,
} from './repositories.js';
import { memoryRequestRepositories } from './requests.js';
import { memoryRuns } from './runs.js';
import { memoryScriptReviews } from './script-reviews.js';
import { memoryRequestPlaces } from './request-places.js';
import { memorySecretBindings } from './secret-bindings.js';
import { memoryWorkspaces } from './workspaces.js';
import { type MemoryAccess, noRows, type Rows } from './rows.js';

interface Cell {
  rows: Rows;
}

const repositoriesOf = (access: MemoryAccess): Repositories => ({
  workspaces: memoryWorkspaces(access),
  environments: memoryEnvironments(access),
  ...memoryRequestRepositories(access),
  requestPlaces: memoryRequestPlaces(access),
  folders: memoryFolders(access),
  executions: memoryExecutions(access),
  folderMemories: memoryFolderMemories(access),
  givenSecrets: memoryProvidedSecrets(access),
  scriptSending: memoryScriptSending(access),
  secretBindings: memorySecretBindings(access),
  scriptReviews: memoryScriptReviews(access),
  activities: memoryActivities(access),
  cookies: memoryCookies(access),
  authTokens: memoryAuthTokens(access),
  runs: memoryRuns(access),
});

/** Synchronous access to a cell, in call order. */
const accessTo = (cell: Cell): MemoryAccess => ({
  read: (look) => () => Promise.resolve(look(cell.rows)),
  write: (change) => () => {
    const outcome = change(cell.rows);
    if (E.isLeft(outcome)) return Promise.resolve(outcome);
    const [answer, rows] = outcome.right;
    cell.rows = rows;
    return Promise.resolve(E.right(answer));
  },
});

/** An in-memory store that fulfills the whole contract of the port. */
export const memoryStore = (): Store => {
  const cell: Cell = { rows: noRows };
  const lane = createTaskQueue();
  const { read, write } = accessTo(cell);
  return {
    ...repositoriesOf({ read, write: (change) => () => lane(write(change)) }),
    transaction: <A>(work: (repositories: Repositories) => AppResult<A>) => {
      const attempt: AppResult<A> = async () => {
        const draft: Cell = { rows: cell.rows };
        const outcome = await work(repositoriesOf(accessTo(draft)))();
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
