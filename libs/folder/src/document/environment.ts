import type { FolderFieldsOf, SecretPair } from '@tandem/core';

import { parsePair, parseVariables, toVariableTree } from './body.js';
import type { DocumentKind, SomeFields } from './fields.js';
import { parseGuard, toGuardTree } from './guard.js';
import { ownKey } from './request.js';
import { getAtPath, parseFlag, toList, toMap, toText, type TreeMap, includeIf } from '../yaml/tree.js';

const toSecretTree = ({ name, enabled, hosts = [] }: SecretPair): TreeMap => ({
  secret: 'true',
  name,
  ...includeIf(hosts.length > 0, { hosts: [...hosts] }),
  ...includeIf(!enabled, { disabled: 'true' }),
});

/** An environment as stored in its file. Secrets are written without their values. */
const toEnvironmentTree = (id: string, fields: FolderFieldsOf['environment']): TreeMap => {
  const variables = [...fields.variables.map(toVariableTree), ...fields.secrets.map(toSecretTree)];
  return {
    name: fields.name,
    ...includeIf(fields.color !== '', { color: fields.color }),
    ...includeIf(fields.description !== '', { description: fields.description }),
    ...includeIf(variables.length > 0, { variables }),
    ...includeIf(fields.extends !== '', { extends: fields.extends }),
    [ownKey]: { id, ...toGuardTree(fields.guard) },
  };
};

/** Reads a secret and its hosts. */
const parseSecret = (entry: unknown): SecretPair | undefined => {
  const pair = parsePair(entry);
  if (pair === undefined) return undefined;
  const hosts = toList(toMap(entry).hosts).flatMap((host) => toText(host) ?? []);
  return { ...pair, value: '', ...(hosts.length === 0 ? {} : { hosts }) };
};

const isSecret = (entry: unknown): boolean => parseFlag(toMap(entry).secret) === true;

/** Reads the fields of an environment's file. */
const parseEnvironment = (tree: unknown): SomeFields => {
  const entries = toList(toMap(tree).variables);
  return {
    name: toText(toMap(tree).name),
    color: toText(toMap(tree).color) ?? '',
    description: toText(toMap(tree).description) ?? toText(getAtPath(tree, ['description', 'content'])) ?? '',
    extends: toText(toMap(tree).extends)?.trim() ?? '',
    variables: parseVariables(entries.filter((entry) => !isSecret(entry))),
    secrets: entries.filter(isSecret).flatMap((entry) => parseSecret(entry) ?? []),
    guard: parseGuard(toMap(tree)[ownKey]),
  };
};

const isLiteralValue = (value: string): boolean => !/^\s*(?:null|~|\{\{[^{}]*\}\})?\s*$/i.test(value);

/**
 * The names of secrets whose values are in the file, although only their names belong there. A value that refers to a variable is allowed.
 */
export const findBareSecrets = (tree: unknown): readonly string[] =>
  parseVariables(toList(toMap(tree).variables).filter(isSecret)).flatMap(({ name, value }) =>
    isLiteralValue(value) ? [name] : [],
  );

/** The document of an environment. */
export const environmentDocument: DocumentKind<'environment'> = {
  idPath: [ownKey, 'id'],
  namePath: ['name'],
  misfitPath: ['name'],
  merged: {
    name: 'scalar',
    color: 'scalar',
    description: 'text',
    extends: 'scalar',
    variables: 'pairs',
    secrets: 'pairs',
    guard: 'scalar',
  },
  paths: {
    name: [['name']],
    color: [['color']],
    description: [['description']],
    extends: [['extends']],
    variables: [['variables']],
    secrets: [['variables']],
    guard: [
      [ownKey, 'protected'],
      [ownKey, 'agents'],
    ],
  },
  expected: () => [
    [['variables'], 'list'],
    [['description'], 'notes'],
    [['description', 'content'], 'text'],
    [['extends'], 'text'],
    [[ownKey, 'protected'], 'switch'],
    [[ownKey, 'agents'], 'agents'],
  ],
  tree: toEnvironmentTree,
  from: parseEnvironment,
};
