import type { Pair, FolderFieldsOf } from '@tandem/core';

import { pairsFrom, pairTree } from './body.js';
import type { DocumentKind } from './kind.js';
import { ownKey } from './request.js';
import { at, flagOf, listOf, mapOf, textOf, type TreeMap, when } from './tree.js';
import type { SomeFields } from './fields.js';

const secretTree = ({ name, enabled }: Pair): TreeMap => ({
  secret: 'true',
  name,
  ...when(!enabled, { disabled: 'true' }),
});

/** An environment as its file has it; of secrets the names alone. */
const environmentTree = (id: string, fields: FolderFieldsOf['environment']): TreeMap => {
  const variables = [...fields.variables.map(pairTree), ...fields.secrets.map(secretTree)];
  return {
    name: fields.name,
    ...when(fields.color !== '', { color: fields.color }),
    ...when(variables.length > 0, { variables }),
    [ownKey]: { id },
  };
};

const isSecret = (entry: unknown): boolean => flagOf(mapOf(entry).secret) === true;

/** A variable's value may be typed, or come in variants of which one is chosen. */
const plain = (entry: unknown): unknown => {
  const { value } = mapOf(entry);
  const chosen = Array.isArray(value)
    ? mapOf(value.find((one) => flagOf(mapOf(one).selected) === true) ?? value[0]).value
    : value;
  return { ...mapOf(entry), value: textOf(chosen) ?? textOf(mapOf(chosen).data) ?? '' };
};

/** The fields of an environment's file. */
const environmentFrom = (tree: unknown): SomeFields => {
  const entries = listOf(mapOf(tree).variables);
  return {
    name: textOf(mapOf(tree).name),
    color: textOf(mapOf(tree).color) ?? '',
    variables: pairsFrom(entries.filter((entry) => !isSecret(entry)).map(plain)),
    secrets: pairsFrom(entries.filter(isSecret)).map((pair) => ({ ...pair, value: '' })),
  };
};

const isSaid = (value: string): boolean => !/^\s*(?:null|~|\{\{[^{}]*\}\})?\s*$/i.test(value);

/** The names of secrets whose values stand in the file, where they do not belong; a reference to a variable is none. */
export const bareSecretsIn = (tree: unknown): readonly string[] =>
  pairsFrom(listOf(mapOf(tree).variables).filter(isSecret).map(plain)).flatMap(({ name, value }) =>
    isSaid(value) ? [name] : [],
  );

/** The manifest, for a workspace. */
const manifestTree = (id: string, { name }: FolderFieldsOf['workspace']): TreeMap => ({
  opencollection: '1.0.0',
  info: { name },
  bundled: 'false',
  extensions: { tandem: { format: '1', id } },
});

/** What the manifest says of the workspace. */
export const manifestFrom = (tree: unknown) => ({
  name: textOf(at(tree, ['info', 'name'])),
  id: textOf(at(tree, ['extensions', 'tandem', 'id'])),
  format: textOf(at(tree, ['extensions', 'tandem', 'format'])),
});

/** The document of an environment. */
export const environmentDocument: DocumentKind<'environment'> = {
  idPath: [ownKey, 'id'],
  namePath: ['name'],
  misfitPath: ['name'],
  merged: { name: 'scalar', color: 'scalar', variables: 'pairs', secrets: 'pairs' },
  places: {
    name: [['name']],
    color: [['color']],
    variables: [['variables']],
    secrets: [['variables']],
  },
  expected: () => [[['variables'], 'list']],
  tree: environmentTree,
  from: environmentFrom,
};

/** The manifest, for a workspace. */
export const workspaceDocument: DocumentKind<'workspace'> = {
  idPath: ['extensions', 'tandem', 'id'],
  namePath: ['info', 'name'],
  misfitPath: ['info', 'name'],
  merged: { name: 'scalar' },
  places: { name: [['info', 'name']] },
  expected: () => [],
  tree: manifestTree,
  from: (tree) => ({ name: manifestFrom(tree).name }),
};
