import type { FolderFieldsOf } from '@tandem/core';

import { connectionPaths, connectionShapes, parseConnections, toConnectionsTrees } from './connections.js';
import type { DocumentKind, SomeFields } from './fields.js';
import { brunoKeys, listForeignPaths, listForeignShapes, toForeignTree } from './foreign.js';
import {
  inheritedFieldShapes,
  parseInherited,
  inheritedPaths,
  inheritedShapes,
  toInheritedTree,
  parseNotes,
  parseOrder,
  toNotesTree,
  toOrderTree,
} from './inherited.js';
import { getAtPath, toList, toText, type TreeMap } from '../yaml/tree.js';

const toManifestTree = (id: string, fields: FolderFieldsOf['workspace']): TreeMap => {
  const { beside, bruno, below } = toConnectionsTrees(fields.connections);
  return {
    opencollection: '1.0.0',
    info: { name: fields.name },
    ...beside,
    ...toInheritedTree(fields),
    ...toNotesTree(fields.description),
    bundled: 'false',
    extensions: {
      ...bruno,
      tandem: { format: '1', id, ...toOrderTree(fields.order), ...below, ...toForeignTree(fields.foreign) },
    },
  };
};

/** Reads the workspace's data in the manifest. */
export const parseManifest = (tree: unknown) => ({
  name: toText(getAtPath(tree, ['info', 'name'])),
  id: toText(getAtPath(tree, ['extensions', 'tandem', 'id'])),
  format: toText(getAtPath(tree, ['extensions', 'tandem', 'format'])),
  /** The directories that Bruno ignores, and that Tandem therefore ignores too. */
  ignored: toList(getAtPath(tree, ['extensions', 'bruno', 'ignore'])).flatMap((path) => toText(path) ?? []),
});

const parseWorkspace = (tree: unknown, base: SomeFields | undefined): SomeFields => ({
  ...parseInherited(tree, getAtPath(tree, ['extensions', 'tandem']), base),
  name: parseManifest(tree).name,
  description: parseNotes(tree),
  order: parseOrder(getAtPath(tree, ['extensions', 'tandem']), base),
  connections: parseConnections(tree, base?.connections),
});

/** The manifest of a workspace. */
export const workspaceDocument: DocumentKind<'workspace'> = {
  idPath: ['extensions', 'tandem', 'id'],
  namePath: ['info', 'name'],
  misfitPath: ['info', 'name'],
  merged: { name: 'scalar', order: 'scalar', description: 'text', ...inheritedShapes, connections: 'record' },
  paths: {
    name: [['info', 'name']],
    order: [['extensions', 'tandem', 'order']],
    description: [['docs']],
    ...inheritedPaths,
    foreign: listForeignPaths(['extensions', 'tandem'], ['request'], brunoKeys),
    connections: connectionPaths,
  },
  expected: () => [
    ...inheritedFieldShapes,
    ...connectionShapes,
    [['extensions', 'tandem', 'order'], 'order'],
    ...listForeignShapes(['extensions', 'tandem']),
    [['docs'], 'notes'],
    [['docs', 'content'], 'text'],
  ],
  tree: toManifestTree,
  from: parseWorkspace,
};
