import type { RunControl, ScriptRun } from '@tandem/core';

import type { Handler } from '../messages.js';

// Captured before the script runs, so that the answer does not depend on globals that the script changes.
const { freeze, keys, values } = Object;

/** Maximum length of a reason or a request's name, in UTF-16 units. */
const maxTextLength = 500;

const requireText = (call: string, what: string, value: unknown): string => {
  if (typeof value !== 'string' || value.trim() === '')
    throw new TypeError(`${call} takes ${what} as a string that is not empty`);
  if (value.length > maxTextLength) throw new RangeError(`${call} takes at most ${maxTextLength} characters`);
  return value;
};

const createNoRunDiagnostic = (call: string) => ({
  code: 'NO_RUN',
  message: `The script called ${call}, which had no effect, because the request runs alone.`,
  where: 'run',
});

/** A standalone execution, as its scripts see it. */
const alone = { id: null, iteration: 1, iterations: 1, row: null, environment: null, attempt: 1 } as const;

/** Freezes a JSON value deeply. */
const freezeDeeply = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  for (const one of values(value)) freezeDeeply(one);
  return freeze(value);
};

/** A script's global `run`, and what the script requested of it. */
export const createRun = (given: ScriptRun | undefined, environment: string | null) => {
  let step: Handler | undefined;
  let control: RunControl = {};
  let ignored: ReturnType<typeof createNoRunDiagnostic>[] = [];
  const ask = (call: string, asked: RunControl): void => {
    if (step === undefined) throw new Error(`${call} can be called in a handler only`);
    if (given === undefined) ignored.push(createNoRunDiagnostic(call));
    else control = { ...control, ...asked };
  };
  const run = freeze({
    ...(freezeDeeply(given ?? { ...alone, environment }) as ScriptRun | typeof alone),
    skip: (reason: unknown): void => {
      const skip = requireText('run.skip', 'a reason', reason);
      if (step !== 'onRequest' && step !== 'beforeRequest')
        throw new Error('run.skip can be called in onRequest only, before the request is sent');
      control = { ...control, skip };
    },
    stop: (reason: unknown): void => {
      ask('run.stop', { stop: requireText('run.stop', 'a reason', reason) });
    },
    next: (target: unknown): void => {
      const next =
        target === null ? null : requireText('run.next', 'the name or path of a request, or null,', target);
      ask('run.next', { next });
    },
  });
  return {
    run,
    /** Called when a handler begins. */
    begin: (handler: Handler): void => {
      step = handler;
      control = {};
      ignored = [];
    },
    /** The handler's requests, if any. */
    take: () => (keys(control).length === 0 ? {} : { control }),
    /** Whether the request should be skipped. */
    isSkipped: (): boolean => control.skip !== undefined,
    diagnostics: () => ignored,
  };
};
