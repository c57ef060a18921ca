import { getOwnValue } from '@tandem/core/codec';

/** A name that a script can use, with its description. */
export interface ScriptWord {
  readonly label: string;
  readonly type: 'variable' | 'property' | 'method' | 'function' | 'class';
}

const toScriptWords = (type: ScriptWord['type'], ...labels: readonly string[]): readonly ScriptWord[] =>
  labels.map((label) => ({ label, type }));

/** The names that can follow a dot, by the name before the dot; `expect` stands for `expect(…)`. */
export const membersOf: Readonly<Record<string, readonly ScriptWord[]>> = {
  req: [
    ...toScriptWords(
      'property',
      'url',
      'method',
      'body',
      'headers',
      'pathParams',
      'queryParams',
      'env',
      'variables',
      'name',
      'id',
    ),
  ],
  res: [
    ...toScriptWords(
      'property',
      'status',
      'statusText',
      'ok',
      'headers',
      'cookies',
      'time',
      'size',
      'url',
      'body',
      'mocked',
      'env',
    ),
    ...toScriptWords('method', 'text', 'json', 'bytes'),
  ],
  env: [
    ...toScriptWords('property', 'name'),
    ...toScriptWords(
      'method',
      'getVariable',
      'setVariable',
      'unsetVariable',
      'hasVariable',
      'getSecret',
      'setSecret',
    ),
    ...toScriptWords('method', 'hasSecret', 'variables'),
  ],
  headers: toScriptWords(
    'method',
    'append',
    'delete',
    'get',
    'getSetCookie',
    'has',
    'set',
    'forEach',
    'entries',
    'keys',
    'values',
  ),
  expect: [
    ...toScriptWords('property', 'not', 'resolves', 'rejects'),
    ...toScriptWords(
      'method',
      'toBe',
      'toEqual',
      'toStrictEqual',
      'toMatchObject',
      'toMatch',
      'toBeDefined',
      'toBeUndefined',
    ),
    ...toScriptWords(
      'method',
      'toBeNull',
      'toBeNaN',
      'toBeTruthy',
      'toBeFalsy',
      'toContain',
      'toContainEqual',
      'toHaveLength',
    ),
    ...toScriptWords('method', 'toHaveProperty', 'toBeGreaterThan', 'toBeGreaterThanOrEqual', 'toBeLessThan'),
    ...toScriptWords(
      'method',
      'toBeLessThanOrEqual',
      'toBeCloseTo',
      'toBeInstanceOf',
      'toThrow',
      'toThrowError',
    ),
  ],
  cookies: toScriptWords('method', 'get', 'list', 'set', 'delete'),
  run: [
    ...toScriptWords('property', 'id', 'iteration', 'iterations', 'row', 'environment', 'attempt'),
    ...toScriptWords('method', 'skip', 'stop', 'next'),
  ],
  ServiceResponse: toScriptWords('method', 'json'),
  test: toScriptWords('method', 'skip', 'only'),
  console: toScriptWords(
    'method',
    'log',
    'info',
    'warn',
    'error',
    'debug',
    'trace',
    'dir',
    'table',
    'assert',
  ),
};

/** The global names. */
export const globalWords: readonly ScriptWord[] = [
  ...toScriptWords('variable', 'req', 'res', 'cookies', 'run', 'console', 'crypto'),
  ...toScriptWords(
    'function',
    'send',
    'execute',
    'test',
    'it',
    'describe',
    'expect',
    'atob',
    'btoa',
    'structuredClone',
    'setTimeout',
    'clearTimeout',
  ),
  ...toScriptWords(
    'class',
    'ServiceResponse',
    'Headers',
    'URL',
    'URLSearchParams',
    'TextEncoder',
    'TextDecoder',
  ),
];

/** The names that match the end of `text`, which is the line up to the cursor, and how many of their characters are typed. */
export const findWordsAfter = (
  text: string,
): { readonly typed: number; readonly words: readonly ScriptWord[] } => {
  const [, owner, isCalled, member] =
    /([A-Za-z_]\w*)(\([^()]*(?:\([^()]*\)[^()]*)*\))?(?:\.not|\.resolves|\.rejects)?\.(\w*)$/.exec(text) ??
    [];
  if (owner !== undefined && member !== undefined) {
    const isKnown = (isCalled !== undefined) === (owner === 'expect');
    return {
      typed: member.length,
      words: isKnown ? (getOwnValue(membersOf, owner) ?? []) : [],
    };
  }
  const typed = /\w+$/.exec(text)?.[0].length ?? 0;
  return { typed, words: typed > 0 ? globalWords : [] };
};

/** The quote and the start of a string that is open at the end of a line. */
const findOpenQuote = (line: string): number | undefined => {
  let from: number | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (from === undefined) {
      if (/['"`]/.test(character)) from = at;
    } else if (character === '\\') at += 1;
    else if (character === line[from]) from = undefined;
  }
  return from;
};

/** Calls whose first argument is the name of a variable. */
const variableNameCall =
  /(?:\b(?:get|set|unset|has)(?:Variable|Secret)|\b(?:env|environment|variables|globals|collectionVariables)\.(?:get|set|unset|has))\(\s*$/;

/** The kind of string being typed: undefined outside a string, `name` if the string is a variable's name. */
export const findTypedString = (
  line: string,
): { readonly typed: string; readonly isName: boolean } | undefined => {
  const from = findOpenQuote(line);
  return from === undefined
    ? undefined
    : { typed: line.slice(from + 1), isName: variableNameCall.test(line.slice(0, from)) };
};
