import type { ScriptLimits } from './limits.js';
import type { FromHost, HostFault, HandlerReports } from './messages.js';

/** Additional size of a message besides its answer, error and reports, each of which has the answer limit. */
const slack = 1024 * 1024;

type Fields = Readonly<Record<string, unknown>>;

const isText = (u: unknown): u is string => typeof u === 'string';
const isId = (u: unknown): u is number => Number.isSafeInteger(u) && (u as number) > 0;
const isTextList = (u: unknown): u is readonly string[] => Array.isArray(u) && u.every(isText);
const isLoading = (u: unknown): boolean => u === undefined || typeof u === 'boolean';

const faults: readonly HostFault[] = ['timeout', 'memory', 'too-large', 'broken'];

const isReported = (u: unknown): u is HandlerReports | undefined => {
  if (u === undefined) return true;
  if (typeof u !== 'object' || u === null) return false;
  const { logs, tests, scripts } = u as Fields;
  return isTextList(logs) && isTextList(tests) && isTextList(scripts);
};

const isWellFormed = (message: Fields): boolean => {
  const { kind, id, text, error, fault, message: words, reported, loading, ask, readings } = message;
  if (kind === 'ready') return true;
  if (!isId(id)) return false;
  switch (kind) {
    case 'answer':
      return isText(text);
    case 'ask':
      return isId(ask) && isText(text) && isText(readings);
    case 'gone':
      return true;
    case 'failed':
      return isText(error) && isReported(reported) && isLoading(loading);
    case 'fault':
      return (
        faults.some((one) => one === fault) && isText(words) && isReported(reported) && isLoading(loading)
      );
    default:
      return false;
  }
};

const measureMessage = ({ text = '', error = '', message = '', readings = '', reported }: Fields): number => {
  const { logs = [], tests = [], scripts = [] } = (reported ?? {}) as Partial<HandlerReports>;
  return [text, error, message, readings, ...logs, ...tests, ...scripts].reduce<number>(
    (sum, one) => sum + String(one).length,
    0,
  );
};

/** Decodes a host's message; undefined if it is malformed or exceeds the limits. */
export const decodeFromHost = (u: unknown, { answerBytes }: ScriptLimits): FromHost | undefined => {
  if (typeof u !== 'object' || u === null || !isWellFormed(u as Fields)) return undefined;
  return measureMessage(u as Fields) <= 2 * answerBytes + slack ? (u as FromHost) : undefined;
};
