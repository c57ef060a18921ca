import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';

import type { ScriptLimits } from '../limits.js';
import type { CallQuestion, FromHost, HandlerReports, ToHost } from '../messages.js';
import { describeError, Fault, openSession, type Session, UncaughtError } from './session.js';
import type { IsolatedVm } from './isolated-vm.js';
import { createPreparer, type GuestSources } from './prepared.js';
import { createIsolateCache, createSpares } from './cached-isolates.js';
import { createWatch } from './watch.js';

/** Defined by the build. */
declare const TANDEM_GUEST: GuestSources;

type Call = Extract<ToHost, { kind: 'call' }>;

/** How many isolates are prepared in advance. Each takes 1 MiB. */
const spareIsolates = 2;

const [, , isolatedVmPath = '', limitsText = ''] = process.argv;
const ivm = createRequire(import.meta.url)(isolatedVmPath) as IsolatedVm;
const limits = JSON.parse(limitsText) as ScriptLimits;
const sessions = new Map<number, Session & { readonly workspace: string | undefined }>();
let runningHandlers = 0;
// Compiles all functions at once, so that the code cache contains every function of the prelude.
setFlagsFromString('--no-lazy');
const prepare = createPreparer(ivm, TANDEM_GUEST, limits);
const isBusy = (): boolean => runningHandlers > 0;
const spares = createSpares(prepare, spareIsolates, isBusy);
const isolateCache = createIsolateCache(prepare, limits, isBusy);

const closeSession = (key: number): void => {
  sessions.get(key)?.close();
  sessions.delete(key);
};
const releaseSession = (key: number): void => {
  const session = sessions.get(key);
  sessions.delete(key);
  const used = session?.leave();
  if (used && session?.workspace !== undefined) void isolateCache.keep(session.workspace, used);
  else session?.close();
  spares.refill();
};
const watch = createWatch(limits.hostMemoryMb, () => {
  isolateCache.clear();
  for (const [key, session] of [...sessions]) if (session.isIdle()) closeSession(key);
});

const sendToParent = (message: FromHost): void => {
  if (process.connected) process.send?.(message);
};

/** Creates the function that passes the calls of a handler to the parent process. */
const createQuestionSender =
  (id: number) =>
  (asked: CallQuestion): void => {
    sendToParent({ kind: 'ask', id, ...asked });
  };

const getSession = async ({ id, session: key, open }: Call): Promise<Session | undefined> => {
  if (open === undefined) return sessions.get(key);
  const { workspace } = open;
  const session = openSession(isolateCache.take(workspace) ?? spares.take(), open, limits, watch);
  sessions.set(key, { ...session, workspace });
  for (const call of open.before) await session.call(call, createQuestionSender(id));
  return session;
};

const tooLong = JSON.stringify({
  code: 'SCRIPT_ERROR',
  message: `The script's response is longer than ${limits.answerBytes} bytes.`,
});

/** Waits until all reports of the session's call have arrived, and returns them. */
const collectReports = async (key: number): Promise<HandlerReports> => {
  await new Promise((resolve) => setImmediate(resolve));
  return sessions.get(key)?.reported() ?? { logs: [], tests: [], scripts: [] };
};

const toHostFailure = (
  error: unknown,
  said: { readonly id: number; readonly reported: HandlerReports; readonly loading: boolean },
): FromHost => {
  if (error instanceof UncaughtError) {
    const text = error.message.length > limits.answerBytes ? tooLong : error.message;
    return { kind: 'failed', ...said, error: text };
  }
  if (error instanceof Fault) return { kind: 'fault', ...said, fault: error.fault, message: error.message };
  return { kind: 'fault', ...said, fault: 'broken', message: 'The script could not be run.' };
};

const executeCall = async (message: Call): Promise<FromHost> => {
  const { id, call } = message;
  try {
    const session = await getSession(message);
    if (session === undefined) return { kind: 'gone', id };
    const text = await session.call(call, createQuestionSender(id));
    return Buffer.byteLength(text) > limits.answerBytes
      ? { kind: 'failed', id, error: tooLong, reported: await collectReports(message.session) }
      : { kind: 'answer', id, text };
  } catch (error) {
    const reported = await collectReports(message.session);
    const loading = sessions.get(message.session)?.hasLoaded() === false;
    return toHostFailure(error, { id, reported, loading });
  }
};

const answer = async (message: Call): Promise<void> => {
  runningHandlers += 1;
  try {
    sendToParent(await executeCall(message));
  } finally {
    runningHandlers -= 1;
    if (message.last) releaseSession(message.session);
  }
};

const check = (id: number, script: string): FromHost => {
  const { isolate } = spares.take();
  try {
    isolate.compileModuleSync(script, { filename: 'script.js' });
    return { kind: 'answer', id, text: '' };
  } catch (error) {
    return { kind: 'failed', id, error: JSON.stringify(describeError(error, [null])) };
  } finally {
    isolate.dispose();
    spares.refill();
  }
};

process.on('message', (message: ToHost) => {
  if (message.kind === 'call') void answer(message);
  else if (message.kind === 'told') sessions.get(message.session)?.tell(message.ask, message.told);
  else if (message.kind === 'check') sendToParent(check(message.id, message.script));
  else releaseSession(message.session);
});
// A normal exit would wait for a running script.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
prepare().isolate.dispose();
spares.refill();
sendToParent({ kind: 'ready' });
