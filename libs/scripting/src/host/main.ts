import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';

import type { ScriptLimits } from '../limits.js';
import type { Asked, FromHost, Reported, ToHost } from '../messages.js';
import { describeError } from './describe-error.js';
import { Fault, Uncaught } from './fault.js';
import type { IsolatedVm } from './isolated-vm.js';
import { createPreparer, type GuestSources } from './prepared.js';
import { createKeptIsolates } from './kept-isolates.js';
import { openSession, type Session } from './session.js';
import { createSpares } from './spares.js';
import { createWatch } from './watch.js';

/** Defined by the build. */
declare const TANDEM_GUEST: GuestSources;

type Call = Extract<ToHost, { kind: 'call' }>;

/** How many isolates are prepared in advance; each takes 1 MiB. */
const spareIsolates = 2;

const [, , isolatedVmPath = '', limitsText = ''] = process.argv;
const ivm = createRequire(import.meta.url)(isolatedVmPath) as IsolatedVm;
const limits = JSON.parse(limitsText) as ScriptLimits;
const sessions = new Map<number, Session & { readonly workspace: string | undefined }>();
let running = 0;
// Compiles eagerly, so that the code cache contains every function of the prelude.
setFlagsFromString('--no-lazy');
const prepare = createPreparer(ivm, TANDEM_GUEST, limits);
const isBusy = (): boolean => running > 0;
const spares = createSpares(prepare, spareIsolates, isBusy);
const kept = createKeptIsolates(prepare, limits, isBusy);

const closeSession = (key: number): void => {
  sessions.get(key)?.close();
  sessions.delete(key);
};
const releaseSession = (key: number): void => {
  const session = sessions.get(key);
  sessions.delete(key);
  const used = session?.leave();
  if (used && session?.workspace !== undefined) void kept.keep(session.workspace, used);
  else session?.close();
  spares.refill();
};
const watch = createWatch(limits.hostMemoryMb, () => {
  kept.clear();
  for (const [key, session] of [...sessions]) if (session.isIdle()) closeSession(key);
});

const tell = (message: FromHost): void => {
  if (process.connected) process.send?.(message);
};

/** Passes on what the handler of a call asks for. */
const asking =
  (id: number) =>
  (asked: Asked): void => {
    tell({ kind: 'ask', id, ...asked });
  };

const sessionOf = async ({ id, session: key, open }: Call): Promise<Session | undefined> => {
  if (open === undefined) return sessions.get(key);
  const { workspace } = open;
  const session = openSession(kept.take(workspace) ?? spares.take(), open, limits, watch);
  sessions.set(key, { ...session, workspace });
  for (const call of open.before) await session.call(call, asking(id));
  return session;
};

const tooLong = JSON.stringify({
  code: 'SCRIPT_ERROR',
  message: `The script's response is longer than ${limits.answerBytes} bytes.`,
});

/** The reports of the session's call, once all have arrived. */
const reportedBy = async (key: number): Promise<Reported> => {
  await new Promise((resolve) => setImmediate(resolve));
  return sessions.get(key)?.reported() ?? { logs: [], tests: [], scripts: [] };
};

const failureOf = (
  error: unknown,
  said: { readonly id: number; readonly reported: Reported; readonly loading: boolean },
): FromHost => {
  if (error instanceof Uncaught) {
    const text = error.message.length > limits.answerBytes ? tooLong : error.message;
    return { kind: 'failed', ...said, error: text };
  }
  if (error instanceof Fault) return { kind: 'fault', ...said, fault: error.fault, message: error.message };
  return { kind: 'fault', ...said, fault: 'broken', message: 'The script could not be run.' };
};

const outcomeOf = async (message: Call): Promise<FromHost> => {
  const { id, call } = message;
  try {
    const session = await sessionOf(message);
    if (session === undefined) return { kind: 'gone', id };
    const text = await session.call(call, asking(id));
    return Buffer.byteLength(text) > limits.answerBytes
      ? { kind: 'failed', id, error: tooLong, reported: await reportedBy(message.session) }
      : { kind: 'answer', id, text };
  } catch (error) {
    const reported = await reportedBy(message.session);
    const loading = sessions.get(message.session)?.hasLoaded() === false;
    return failureOf(error, { id, reported, loading });
  }
};

const answer = async (message: Call): Promise<void> => {
  running += 1;
  try {
    tell(await outcomeOf(message));
  } finally {
    running -= 1;
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
  else if (message.kind === 'check') tell(check(message.id, message.script));
  else releaseSession(message.session);
});
// A normal exit would wait for a running script.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
prepare().isolate.dispose();
spares.refill();
tell({ kind: 'ready' });
