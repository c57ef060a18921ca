import { FolderOrder, foreignDialects, isMethod, maxAgeAdvice, parseMaxAge, ScriptFlow } from '@tandem/core';

import { isAgents } from '../document/guard.js';
import { getAtPath, parseFlag, type Path } from './tree.js';

type Shape =
  | 'text'
  | 'texts'
  | 'list'
  | 'method'
  | 'map'
  | 'notes'
  | 'flow'
  | 'order'
  | 'auth'
  | 'flag'
  | 'number'
  | 'age'
  | 'dialect'
  | 'switch'
  | 'agents';

/** The path of a value, and the shape that it must have. */
export type ExpectedShape = readonly [path: Path, shape: Shape];

const emptyValues = new Set<unknown>([undefined, '', 'null', 'Null', 'NULL', '~']);

const advice: Readonly<Record<Shape, string>> = {
  text: 'must be text; write lines of text below `|-`',
  texts: 'must be a list of text; write each one after `- `',
  list: 'must be a list; write each entry below `- name:`',
  map: 'must be a map; write its keys below it, indented',
  notes: 'must be text; write lines of text below `|-`',
  flow: 'must be sandwich or sequential',
  order: 'must be folders-first or mixed',
  auth: 'must be inherit or a map; write its type and its other keys below it, indented',
  flag: 'must be true, false or inherit',
  number: 'must be a whole number or inherit',
  age: maxAgeAdvice,
  dialect: `must be ${foreignDialects.join(' or ')}`,
  switch: 'must be true or false',
  agents: 'must be rules, otherwise and perMinute; a rule has methods, hosts and then: allow, ask or deny',
  method: 'must be an HTTP method such as GET; variables are not replaced',
};

/** Whether a setting inherits its value, which Bruno writes for folders and the collection. */
const isInherit = (value: unknown): boolean => value === 'inherit';

const fitsShape: Readonly<Record<Shape, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  texts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  list: (value) => Array.isArray(value),
  map: (value) => typeof value === 'object' && !Array.isArray(value),
  notes: (value) => typeof value === 'string' || (typeof value === 'object' && !Array.isArray(value)),
  flow: ScriptFlow.is,
  order: FolderOrder.is,
  auth: (value) => !Array.isArray(value),
  flag: (value) => isInherit(value) || parseFlag(value) !== undefined,
  number: (value) => isInherit(value) || (typeof value === 'string' && /^\d+$/.test(value)),
  age: (value) => isInherit(value) || (typeof value === 'string' && parseMaxAge(value) !== undefined),
  dialect: (value) => foreignDialects.some((one) => one === value),
  switch: (value) => parseFlag(value) !== undefined,
  agents: isAgents,
  method: (value) => typeof value === 'string' && isMethod(value.trim()),
};

const listTypes = new Set(['form-urlencoded', 'multipart-form', 'file']);
const textTypes = new Set(['json', 'text', 'xml', 'sparql']);

/** The shapes of a body, or of each variant. */
export const listBodyShapes = (body: unknown, path: Path): readonly ExpectedShape[] => {
  if (Array.isArray(body)) return body.flatMap((_, index) => listVariantShapes(body, path, index));
  const type = getAtPath(body, ['type']);
  if (typeof type !== 'string') return [];
  const data = [...path, 'data'];
  if (listTypes.has(type)) return [[data, 'list']];
  return textTypes.has(type) ? [[data, 'text']] : [];
};

function listVariantShapes(body: readonly unknown[], path: Path, index: number): readonly ExpectedShape[] {
  return listBodyShapes(getAtPath(body[index], ['body']), [...path, String(index), 'body']);
}

const getValueAt = (tree: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (node, key) => (Array.isArray(node) ? (node as readonly unknown[])[Number(key)] : getAtPath(node, [key])),
    tree,
  );

/** Finds a value of an unexpected shape, which would otherwise be read as missing. */
export const findMisshapenValue = (
  expected: readonly ExpectedShape[],
  tree: unknown,
): { readonly path: Path; readonly message: string } | undefined => {
  for (const [path, shape] of expected) {
    const value = getValueAt(tree, path);
    if (emptyValues.has(value)) continue;
    if (!fitsShape[shape](value)) return { path, message: `${path.join('.')} ${advice[shape]}` };
  }
  return undefined;
};
