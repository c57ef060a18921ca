import { decode, struct, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { RaiseAnswer, type RaiseCall } from '@tandem/window-server';
import { type Claim, claimDataFolder } from '@tandem/workbench';
import { readFile, rm } from 'node:fs/promises';
import { getDataFilePaths, replaceFile } from '@tandem/node';

/** The address of a running window and the key for requests to it. */
const WindowState = struct('the state of a window', {
  url: t.string,
  key: t.string,
  pid: t.number,
});
type WindowState = t.TypeOf<typeof WindowState>;

const getStateFilePath = (dataFolder: string): string => getDataFilePaths(dataFolder).windowState;

/** Reads the state, even of a window that has closed; undefined if it is missing or invalid. */
const readState = async (dataFolder: string): Promise<WindowState | undefined> => {
  try {
    const decoded = decode(WindowState)(JSON.parse(await readFile(getStateFilePath(dataFolder), 'utf8')));
    return E.isRight(decoded) ? decoded.right : undefined;
  } catch {
    return undefined;
  }
};

/** Writes the state, so that other processes of this user can call the window. */
export const writeState = (dataFolder: string, state: WindowState): Promise<void> =>
  replaceFile(getStateFilePath(dataFolder), `${JSON.stringify(state)}\n`);

/** Removes the state file. Only the process that has claimed the data folder may call it. */
export const removeState = (dataFolder: string): Promise<void> =>
  rm(getStateFilePath(dataFolder), { force: true });

/** Timeout for a request to a running window, in milliseconds. */
const requestTimeoutMs = 25_000;

/** How often the other process is polled, in milliseconds. */
const pauseMs = 100;

/** How long another process may take to start or end before it counts as stuck, in milliseconds. */
const stuckAfterMs = 30_000;

/** Whether this process is the first one that uses its data folder. If not, it contains the answer of the first one. */
export type Instance =
  | { readonly kind: 'first'; readonly claim: Claim }
  | { readonly kind: 'second'; readonly answer: RaiseAnswer };

const isLoopbackUrl = (url: string): boolean => URL.canParse(url) && new URL(url).hostname === '127.0.0.1';

const callWindow = async ({ url, key }: WindowState, call: RaiseCall): Promise<RaiseAnswer | undefined> => {
  if (!isLoopbackUrl(url)) return undefined;
  try {
    const response = await fetch(new URL('/raise', url), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(call),
      redirect: 'error',
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const decoded = decode(RaiseAnswer)(await response.json());
    return E.isRight(decoded) ? decoded.right : undefined;
  } catch {
    return undefined;
  }
};

const tryOnce = async (dataFolder: string, call: RaiseCall): Promise<Instance | undefined> => {
  const claim = await claimDataFolder(dataFolder);
  if (claim !== undefined) {
    // The state file may be left from a killed process, and another program may be using its port now.
    await removeState(dataFolder);
    return { kind: 'first', claim };
  }
  const state = await readState(dataFolder);
  const answer = state && (await callWindow(state, call));
  return answer && { kind: 'second', answer };
};

/**
 * Claims the data folder, or sends `call` to the window that is running on it. Waits for a process that is starting or
 * ending.
 * @param waitMs timeout in milliseconds
 * @throws an error that says that the other process does not respond, or the system's error for an unusable folder
 */
export const claimInstance = async (
  dataFolder: string,
  call: RaiseCall,
  waitMs = stuckAfterMs,
): Promise<Instance> => {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const instance = await tryOnce(dataFolder, call);
    if (instance !== undefined) return instance;
    if (Date.now() > deadline)
      throw new Error(`Tandem runs on ${dataFolder} already but does not respond; stop it and start again`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
};
