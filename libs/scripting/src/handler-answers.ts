import type { NamedScript, ScriptError } from '@tandem/core';
import { decode, deepest, isTooDeep } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import { explainAnswer, explainError } from './foreign-names.js';
import type { HostFaulted, ScriptFailed } from './host-process.js';
import { reportSimilarHandlers } from './near-handlers.js';
import { GuestAnswer, type HostFault } from './messages.js';
import { removeAnswerQuotes } from './parse-errors.js';

const codes: Readonly<Record<HostFault, string>> = {
  timeout: 'SCRIPT_TIMEOUT',
  memory: 'SCRIPT_MEMORY',
  'too-large': 'SCRIPT_ERROR',
  broken: 'SCRIPT_ERROR',
};

/** The answer of a missing handler. */
export const nothing: GuestAnswer = {
  present: false,
  error: null,
  result: null,
  logs: [],
  changes: [],
  diagnostics: [],
  tests: [],
  readings: [],
  absent: [],
};

/** The answer of a handler that failed without reports. */
export const createFailedAnswer = (error: ScriptError): GuestAnswer => ({ ...nothing, present: true, error });

/** A handler's answer, or a failure if it is malformed. */
export const read = (scripts: readonly NamedScript[], text: string): GuestAnswer => {
  const answer: unknown = JSON.parse(text);
  if (isTooDeep(answer)) {
    const message = `A value that the handler returned or compared is nested more than ${deepest} deep.`;
    return createFailedAnswer({ code: 'SCRIPT_ERROR', message });
  }
  const decoded = decode(GuestAnswer)(answer);
  return E.isRight(decoded)
    ? removeAnswerQuotes(explainAnswer(reportSimilarHandlers(scripts, decoded.right)))
    : createFailedAnswer({ code: 'SCRIPT_ERROR', message: 'The script corrupted its own response.' });
};

/** A failure with the handler's reports so far, if they can be decoded. */
export const createPartialAnswer = (
  error: ScriptError,
  { reported, loading }: Pick<ScriptFailed, 'reported' | 'loading'>,
): GuestAnswer => {
  const { logs, tests } = reported ?? { logs: [], tests: [] };
  const text = `{"logs":[${logs.join(',')}],"tests":[${tests.join(',')}]}`;
  const decoded = decode(GuestAnswer)({ ...createFailedAnswer(error), ...(JSON.parse(text) as object) });
  return removeAnswerQuotes({
    ...(E.isRight(decoded) ? decoded.right : createFailedAnswer(error)),
    present: !loading,
  });
};

export const readError = (text: string): ScriptError => explainError(JSON.parse(text) as ScriptError);

/** The surrounding script that a call was in; undefined for the request's own. */
const findFailedScript = (
  scripts: readonly NamedScript[],
  { reported, loading }: Pick<HostFaulted, 'reported' | 'loading'>,
): string | undefined => {
  const last = reported?.scripts.at(-1);
  const began = ({ name }: NamedScript, index: number) =>
    last === undefined ? loading && index === 0 : JSON.stringify(name) === last;
  return scripts.find(began)?.name ?? undefined;
};

export const toScriptError = (scripts: readonly NamedScript[], error: HostFaulted): ScriptError => {
  const script = findFailedScript(scripts, error);
  return { code: codes[error.fault], message: error.message, ...(script === undefined ? {} : { script }) };
};
