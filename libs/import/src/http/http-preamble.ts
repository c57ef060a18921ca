import type { RequestSettings } from '@tandem/core';

/** The lines before a block's request line: comments, and what editors read in them. */
export interface Preamble {
  readonly name: string;
  readonly description: string;
  readonly settings: RequestSettings;
  /** The parts without a counterpart. */
  readonly lost: readonly string[];
  /** Variables of the file that had another value before. */
  readonly replaced: readonly string[];
  /** The index of the first line after it. */
  readonly at: number;
}

/** Seconds, unless a unit follows. */
const parseMilliseconds = (text: string): number | undefined => {
  const [, count, unit = 's'] = /^(\d+)\s*(ms|s|m)?$/.exec(text.trim()) ?? [];
  if (count === undefined) return undefined;
  const value = Number(count) * (unit === 'm' ? 60_000 : unit === 's' ? 1_000 : 1);
  return value >= 1 && value <= 600_000 ? value : undefined;
};

type Directive = (value: string) => {
  readonly settings?: RequestSettings;
  readonly lost?: string;
};

const reportLoss =
  (lost: string): Directive =>
  () => ({ lost });

/** Comments that set how to send, by the editors' names for them. */
const directives = new Map<string, Directive>([
  ['no-redirect', () => ({ settings: { followRedirects: false } })],
  ['no-cookie-jar', () => ({ settings: { cookies: false } })],
  ['use-os-credentials', reportLoss('@use-os-credentials, which signs in as the user of the system')],
  [
    'timeout',
    (value) => {
      const timeoutMs = parseMilliseconds(value);
      return timeoutMs === undefined
        ? { lost: `@timeout ${value}, which is no time up to 10 minutes` }
        : { settings: { timeoutMs } };
    },
  ],
  ['connection-timeout', (value) => ({ lost: `@connection-timeout ${value}; there is one timeout for all` })],
  ['no-log', reportLoss('@no-log: its executions are in the history')],
  ['no-auto-encoding', reportLoss('@no-auto-encoding: what a URL must encode is encoded')],
  ['note', reportLoss('@note: it is sent without a question')],
  [
    'prompt',
    (value) => ({ lost: `@prompt ${value}: nobody is asked for it; set it as a variable before sending` }),
  ],
  ['jwt', reportLoss('@jwt, which makes a token')],
]);

/** Reads the lines before a request line; a name in them takes precedence over the block's title. */
export const readPreamble = (
  lines: readonly string[],
  title: string,
  variables: Map<string, string>,
): Preamble => {
  let name = title;
  let settings: RequestSettings = {};
  let at = 0;
  const [notes, lost, replaced]: [string[], string[], string[]] = [[], [], []];
  const direct = (key: string, value: string): boolean => {
    const read = directives.get(key)?.(value);
    if (read === undefined) return false;
    settings = { ...settings, ...read.settings };
    if (read.lost !== undefined) lost.push(read.lost);
    return true;
  };
  for (; at < lines.length; at += 1) {
    const text = (lines[at] ?? '').trim();
    const variable = /^@([^\s=]+)\s*=\s*(.*)$/.exec(text);
    const comment = /^(?:#|\/\/)\s?(.*)$/.exec(text)?.[1];
    const [, key, value = ''] = /^\s*@([\w-]+)(?:\s*=?\s*(.*))?$/.exec(comment ?? '') ?? [];
    if (variable) {
      const [, known = '', given = ''] = variable;
      if (variables.has(known) && variables.get(known) !== given) replaced.push(known);
      variables.set(known, given);
    } else if (comment === undefined && text !== '') break;
    else if (key === 'name' && value !== '') {
      if (name !== '' && name !== value) notes.push(name);
      name = value.trim();
    } else if (comment !== undefined && (key === undefined || !direct(key, value.trim())))
      notes.push(comment);
  }
  return { name, description: notes.join('\n').trim(), settings, lost, replaced, at };
};
