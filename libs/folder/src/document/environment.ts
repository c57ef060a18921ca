import type { FolderFieldsOf, SecretPair } from '@tandem/core';

import { pairFrom, variablesFrom, variableTree } from './body.js';
import type { DocumentKind } from './kind.js';
import { guardFrom, guardTree } from './guard.js';
import { ownKey } from './request.js';
import { getAtPath, flagOf, listOf, mapOf, textOf, type TreeMap, includeIf } from '../yaml/tree.js';
import type { SomeFields } from './fields.js';

const secretTree = ({ name, enabled, hosts = [] }: SecretPair): TreeMap => ({
  secret: 'true',
  name,
  ...includeIf(hosts.length > 0, { hosts: [...hosts] }),
  ...includeIf(!enabled, { disabled: 'true' }),
});

/** An environment as stored in its file; of secrets, only the names. */
const environmentTree = (id: string, fields: FolderFieldsOf['environment']): TreeMap => {
  const variables = [...fields.variables.map(variableTree), ...fields.secrets.map(secretTree)];
  return {
    name: fields.name,
    ...includeIf(fields.color !== '', { color: fields.color }),
    ...includeIf(fields.description !== '', { description: fields.description }),
    ...includeIf(variables.length > 0, { variables }),
    ...includeIf(fields.extends !== '', { extends: fields.extends }),
    [ownKey]: { id, ...guardTree(fields.guard) },
  };
};

/** A secret in a file, with its hosts. */
const secretFrom = (entry: unknown): SecretPair | undefined => {
  const pair = pairFrom(entry);
  if (pair === undefined) return undefined;
  const hosts = listOf(mapOf(entry).hosts).flatMap((host) => textOf(host) ?? []);
  return { ...pair, value: '', ...(hosts.length === 0 ? {} : { hosts }) };
};

const isSecret = (entry: unknown): boolean => flagOf(mapOf(entry).secret) === true;

/** The fields of an environment's file. */
const environmentFrom = (tree: unknown): SomeFields => {
  const entries = listOf(mapOf(tree).variables);
  return {
    name: textOf(mapOf(tree).name),
    color: textOf(mapOf(tree).color) ?? '',
    description: textOf(mapOf(tree).description) ?? textOf(getAtPath(tree, ['description', 'content'])) ?? '',
    extends: textOf(mapOf(tree).extends)?.trim() ?? '',
    variables: variablesFrom(entries.filter((entry) => !isSecret(entry))),
    secrets: entries.filter(isSecret).flatMap((entry) => secretFrom(entry) ?? []),
    guard: guardFrom(mapOf(tree)[ownKey]),
  };
};

const isLiteralValue = (value: string): boolean => !/^\s*(?:null|~|\{\{[^{}]*\}\})?\s*$/i.test(value);

/**
 * The names of secrets whose values are in the file, where they do not belong; a reference to a variable does not
 * count.
 */
export const findBareSecrets = (tree: unknown): readonly string[] =>
  variablesFrom(listOf(mapOf(tree).variables).filter(isSecret)).flatMap(({ name, value }) =>
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
  places: {
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
  tree: environmentTree,
  from: environmentFrom,
};
