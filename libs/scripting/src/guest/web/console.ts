import type { Cut } from '../cut.js';
import { show } from '../tests/show.js';
import { measurePrefix } from './web.js';

const formatInteger = (value: unknown): string => String(parseInt(show(value), 10));

const formatFraction = (value: unknown): string => String(parseFloat(show(value)));

const formatters: Readonly<Record<string, (value: unknown) => string>> = {
  s: show,
  d: formatInteger,
  i: formatInteger,
  f: formatFraction,
  o: show,
  O: show,
  j: show,
  // `%c` is for CSS, which plain text cannot show.
  c: () => '',
};

/** Formats a console line: replaces `%s` and the like (https://console.spec.whatwg.org/#formatter), and appends the other arguments. */
const formatArguments = (values: readonly unknown[]): string => {
  const [first, ...rest] = values;
  if (typeof first !== 'string' || rest.length === 0) return values.map(show).join(' ');
  let used = 0;
  const text = first.replace(/%([sdifoOjc%])/g, (token, kind: string) => {
    if (kind === '%') return '%';
    return used < rest.length ? (formatters[kind]?.(rest[used++]) ?? token) : token;
  });
  return [text, ...rest.slice(used).map(show)].join(' ');
};

/** A line as the host gets it. */
export interface Line {
  readonly level: string;
  readonly message: string;
  /** How much of the message is shown, in UTF-16 units. All of it if missing. */
  readonly shown?: number;
}

type Say = (level: string, message: string) => void;

/** Creates `console.count` and `console.time` (https://console.spec.whatwg.org/). */
const createTallies = (say: Say, now: () => number) => {
  const counts = new Map<string, number>();
  const timers = new Map<string, number>();
  const tellTime = (label: string, ...values: unknown[]): void => {
    const began = timers.get(label);
    if (began === undefined) say('warn', `Timer '${label}' does not exist`);
    else say('log', [`${label}: ${now() - began} ms`, ...values.map(show)].join(' '));
  };
  return {
    count: (name: unknown = 'default') => {
      const label = show(name);
      const count = (counts.get(label) ?? 0) + 1;
      counts.set(label, count);
      say('log', `${label}: ${count}`);
    },
    countReset: (name: unknown = 'default') => {
      counts.delete(show(name));
    },
    time: (name: unknown = 'default') => {
      timers.set(show(name), now());
    },
    timeLog: (name: unknown = 'default', ...values: unknown[]) => {
      tellTime(show(name), ...values);
    },
    timeEnd: (name: unknown = 'default') => {
      tellTime(show(name));
      timers.delete(show(name));
    },
  };
};

/** Maximum indentation by groups, in spaces. */
const deepest = 40;

/** Indents the lines of groups. */
const createGroups = (say: Say) => {
  let indent = '';
  const open = (...values: unknown[]): void => {
    if (values.length > 0) say('log', formatArguments(values));
    if (indent.length < deepest) indent += '  ';
  };
  return {
    indented: (text: string): string =>
      indent === '' ? text : indent + text.replaceAll('\n', `\n${indent}`),
    methods: {
      group: open,
      groupCollapsed: open,
      groupEnd: () => {
        indent = indent.slice(2);
      },
    },
  };
};

/**
 * Creates a console that keeps its output, up to a maximum number of lines and of bytes in UTF-8. When it is full, one more line says so.
 * @param onLine called with each line at once
 */
export const createConsole = (
  maxLines: number,
  maxBytes: number,
  now: () => number,
  cut: Cut,
  onLine: (line: Line) => void,
) => {
  let lines: Line[] = [];
  let count = 0;
  let size = 0;
  let full = false;
  const keep = (line: Line): void => {
    lines.push(line);
    onLine(line);
  };
  const say: Say = (level, text) => {
    if (full) return;
    const message = groups.indented(text);
    const { units, bytes } = measurePrefix(message, count < maxLines ? maxBytes - size : 0);
    full = count >= maxLines || units < message.length;
    count += 1;
    size += bytes;
    if (!full) keep({ level, message });
    else if (units > 0) keep({ level, message: cut(message, units), shown: units });
    if (full)
      keep({ level: 'warn', message: `The console is full: ${maxLines} lines or ${maxBytes} bytes.` });
  };
  const groups = createGroups((level, text) => {
    say(level, text);
  });
  const method =
    (level: string) =>
    (...values: unknown[]): void => {
      say(level, formatArguments(values));
    };
  return {
    console: {
      log: method('log'),
      info: method('info'),
      warn: method('warn'),
      error: method('error'),
      debug: method('debug'),
      trace: method('debug'),
      dir: method('log'),
      table: method('log'),
      ...groups.methods,
      ...createTallies(say, now),
      assert: (holds: unknown, ...values: unknown[]) => {
        if (!holds) say('error', ['Assertion failed', ...values.map(show)].join(' '));
      },
    },
    /** Takes the lines since the last call. */
    take: (): readonly Line[] => {
      const taken = lines;
      lines = [];
      return taken;
    },
  };
};
