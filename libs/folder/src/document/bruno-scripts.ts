import type { Foreign, ForeignScriptEvent, ForeignScripts, Pair } from '@tandem/core';

import { getAtPath, parseFlag, toList, toMap, toText, type TreeMap, includeIf } from '../yaml/tree.js';

/** Bruno's scripts by their OpenCollection types. */
export const scriptTypes: Readonly<Record<string, ForeignScriptEvent>> = {
  'before-request': 'beforeRequest',
  'after-response': 'afterResponse',
  tests: 'tests',
};

/** Where Bruno stores what it runs. In a folder or the manifest it reads no assertions. */
export const brunoKeys = ['scripts', 'assertions', 'actions'] as const;

const operators = new Set([
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn', 'contains', 'notContains', 'length', 'matches'],
  ...['notMatches', 'startsWith', 'endsWith', 'between', 'isEmpty', 'isNotEmpty', 'isNull', 'isUndefined'],
  ...['isDefined', 'isTruthy', 'isFalsy', 'isJson', 'isNumber', 'isString', 'isBoolean', 'isArray'],
]);

const isFalse = (enabled: boolean) => includeIf(!enabled, { disabled: 'true' });

/**
 * An assertion as stored in a file. Text without an operator is stored as the operator, where Bruno reads it
 * unchanged.
 */
const toAssertionTree = ({ name, value, enabled }: Pair): TreeMap => {
  const [, operator = '', operand] = /^(\S+)(?: ([^]*))?$/.exec(value) ?? [];
  const said = operators.has(operator)
    ? { operator, ...(operand === undefined ? {} : { value: operand }) }
    : { operator: value };
  return { expression: name, ...said, ...isFalse(enabled) };
};

const toActionTree = ({ name, value, enabled }: Pair): TreeMap => ({
  type: 'set-variable',
  phase: 'after-response',
  selector: { expression: value, method: 'jsonq' },
  variable: { name, scope: 'runtime' },
  ...isFalse(enabled),
});

/** Whether nothing for Bruno would be written to a file. */
export const isEmptyBruno = (scripts: ForeignScripts): boolean =>
  Object.keys(toBrunoTree(scripts)).length === 0;

/** Bruno's scripts with their keys. */
export function toBrunoTree(scripts: ForeignScripts): TreeMap {
  const { assertions, variables } = scripts;
  const texts = Object.entries(scriptTypes).flatMap(([type, event]) => {
    const code = scripts[event];
    return code === undefined ? [] : [{ type, code }];
  });
  return {
    ...(texts.length === 0 ? {} : { scripts: texts }),
    ...(assertions === undefined ? {} : { assertions: assertions.map(toAssertionTree) }),
    ...(variables === undefined ? {} : { actions: variables.map(toActionTree) }),
  };
}

const parseScripts = (list: unknown): Partial<Record<ForeignScriptEvent, string>> =>
  Object.fromEntries(
    toList(list).flatMap((entry) => {
      const { type, code } = toMap(entry);
      const event =
        typeof type === 'string' && Object.hasOwn(scriptTypes, type) ? scriptTypes[type] : undefined;
      return event === undefined || typeof code !== 'string' ? [] : [[event, code]];
    }),
  );

const parseAssertion = (entry: unknown): readonly Pair[] => {
  const { expression, operator, value, disabled } = toMap(entry);
  if (typeof expression !== 'string') return [];
  const operand = toText(value);
  const text = `${toText(operator) ?? ''}${operand === undefined ? '' : ` ${operand}`}`;
  return [{ name: expression, value: text, enabled: parseFlag(disabled) !== true }];
};

const parseVariable = (entry: unknown): readonly Pair[] => {
  const { type, phase, disabled } = toMap(entry);
  const name = getAtPath(entry, ['variable', 'name']);
  if (type !== 'set-variable' || phase !== 'after-response' || typeof name !== 'string') return [];
  const value = toText(getAtPath(entry, ['selector', 'expression'])) ?? '';
  return [{ name, value, enabled: parseFlag(disabled) !== true }];
};

/**
 * The entries of a list that are read here; undefined if there is no list, or if only other tools know its entries.
 */
const selectOwnEntries = (
  list: unknown,
  from: (entry: unknown) => readonly Pair[],
): readonly Pair[] | undefined => {
  const own = toList(list).flatMap(from);
  return Array.isArray(list) && (own.length > 0 || list.length === 0) ? own : undefined;
};

/** The scripts at Bruno's places; undefined if there are none. */
export const parseBruno = (tree: unknown): Foreign | undefined => {
  const { scripts, assertions, actions } = toMap(tree);
  const checked = selectOwnEntries(assertions, parseAssertion);
  const set = selectOwnEntries(actions, parseVariable);
  const found = {
    ...parseScripts(scripts),
    ...(checked === undefined ? {} : { assertions: checked }),
    ...(set === undefined ? {} : { variables: set }),
  };
  return Object.keys(found).length === 0 ? undefined : { dialect: 'bruno', ...found };
};
