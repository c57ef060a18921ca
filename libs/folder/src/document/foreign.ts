import {
  type FolderFieldsOf,
  type FolderKind,
  type Foreign,
  foreignDialects,
  type ForeignScriptEvent,
  type ForeignScripts,
  type Pair,
} from '@tandem/core';

import type { ExpectedShape } from '../yaml/shape.js';
import {
  getAtPath,
  includeIf,
  parseFlag,
  type Path,
  toList,
  toMap,
  toText,
  type TreeMap,
} from '../yaml/tree.js';
import type { SomeFields } from './fields.js';

/** The events of Bruno's scripts, by the types that OpenCollection gives them. */
export const scriptTypes: Readonly<Record<string, ForeignScriptEvent>> = {
  'before-request': 'beforeRequest',
  'after-response': 'afterResponse',
  tests: 'tests',
};

/** The keys of Bruno's scripts, assertions and actions. Bruno reads no assertions in a folder or the manifest. */
export const brunoKeys = ['scripts', 'assertions', 'actions'] as const;

const operators = new Set([
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn', 'contains', 'notContains', 'length', 'matches'],
  ...['notMatches', 'startsWith', 'endsWith', 'between', 'isEmpty', 'isNotEmpty', 'isNull', 'isUndefined'],
  ...['isDefined', 'isTruthy', 'isFalsy', 'isJson', 'isNumber', 'isString', 'isBoolean', 'isArray'],
]);

const toDisabledTree = (enabled: boolean) => includeIf(!enabled, { disabled: 'true' });

/** An assertion as stored in a file. A value without a known operator is stored as the operator; Bruno reads that unchanged. */
const toAssertionTree = ({ name, value, enabled }: Pair): TreeMap => {
  const [, operator = '', operand] = /^(\S+)(?: ([^]*))?$/.exec(value) ?? [];
  const said = operators.has(operator)
    ? { operator, ...(operand === undefined ? {} : { value: operand }) }
    : { operator: value };
  return { expression: name, ...said, ...toDisabledTree(enabled) };
};

const toActionTree = ({ name, value, enabled }: Pair): TreeMap => ({
  type: 'set-variable',
  phase: 'after-response',
  selector: { expression: value, method: 'jsonq' },
  variable: { name, scope: 'runtime' },
  ...toDisabledTree(enabled),
});

/** Whether there is nothing to write under Bruno's keys. */
const isEmptyBruno = (scripts: ForeignScripts): boolean => Object.keys(toBrunoTree(scripts)).length === 0;

/** Bruno's scripts, assertions and actions as stored in a file. */
function toBrunoTree(scripts: ForeignScripts): TreeMap {
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
 * Reads the entries of a list that Tandem understands; undefined if there is no list, or if only other tools understand all of its entries.
 */
const selectOwnEntries = (
  list: unknown,
  from: (entry: unknown) => readonly Pair[],
): readonly Pair[] | undefined => {
  const own = toList(list).flatMap(from);
  return Array.isArray(list) && (own.length > 0 || list.length === 0) ? own : undefined;
};

/** Reads the scripts under Bruno's keys; undefined if there are none. */
const parseBruno = (tree: unknown): Foreign | undefined => {
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

/**
 * Converts scripts of another tool to the part below our own key, because Bruno would run them if they were under OpenCollection's keys.
 * Bruno's own scripts are stored under OpenCollection's keys. If there are none yet, our key says that the scripts are for Bruno.
 */
export const toForeignTree = (foreign: Foreign): TreeMap => {
  if (foreign === null) return {};
  if (foreign.dialect === 'bruno') return isEmptyBruno(foreign) ? { foreign: { dialect: 'bruno' } } : {};
  const { dialect, beforeRequest, tests } = foreign;
  return {
    foreign: {
      dialect,
      ...(beforeRequest === undefined ? {} : { beforeRequest }),
      ...(tests === undefined ? {} : { tests }),
    },
  };
};

/** Bruno's scripts, for Bruno's keys; empty for other tools. */
export const toBrunoPart = (foreign: Foreign): TreeMap =>
  foreign?.dialect === 'bruno' ? toBrunoTree(foreign) : {};

/** The paths in a document under which scripts of other tools are stored: below our own key and under Bruno's keys. */
export const listForeignPaths = (own: Path, brunos: Path, keys: readonly string[]): readonly Path[] => [
  [...own, 'foreign'],
  ...keys.map((key) => [...brunos, key]),
];

/** The scripts of other tools among the fields of an entity. */
export const getForeign = (fields: SomeFields | FolderFieldsOf[FolderKind]): Foreign =>
  ('foreign' in fields ? fields.foreign : undefined) ?? null;

/** The locations that a change of scripts touches. Bruno's keys are included only if there are Bruno scripts before or after. */
export const listChangedForeignPaths = (
  paths: readonly Path[],
  ...sides: readonly Foreign[]
): readonly Path[] => (sides.some((foreign) => foreign?.dialect === 'bruno') ? paths : paths.slice(0, 1));

/** The shapes of values below our own key at `path`. */
export const listForeignShapes = (path: Path): readonly ExpectedShape[] => [
  [[...path, 'foreign'], 'map'],
  [[...path, 'foreign', 'dialect'], 'dialect'],
  [[...path, 'foreign', 'beforeRequest'], 'text'],
  [[...path, 'foreign', 'tests'], 'text'],
];

/**
 * Reads the scripts in a document. Scripts below our own key take precedence over Bruno's, which then stay unchanged. If our key is
 * missing, `base` provides its scripts.
 * @param own the value under our key
 * @param brunos the value under Bruno's keys
 */
export const parseForeign = (own: unknown, brunos: unknown, base: SomeFields | undefined): Foreign => {
  if (own === undefined && base?.foreign?.dialect === 'postman') return base.foreign;
  const { dialect, beforeRequest, tests } = toMap(getAtPath(own, ['foreign']));
  const known = foreignDialects.find((one) => one === dialect);
  if (known !== 'postman') return parseBruno(brunos) ?? (known === 'bruno' ? { dialect: 'bruno' } : null);
  const before = toText(beforeRequest);
  const after = toText(tests);
  return {
    dialect: known,
    ...(before === undefined ? {} : { beforeRequest: before }),
    ...(after === undefined ? {} : { tests: after }),
  };
};
