import type { FolderFieldsOf } from '@tandem/core';

import { connectionPlaces, connectionsExpected, connectionsFrom, connectionsTree } from './connections.js';
import type { SomeFields } from './fields.js';
import { brunoKeys } from './bruno-scripts.js';
import { foreignExpected, foreignPlaces, foreignTree } from './foreign.js';
import {
  inheritedExpected,
  parseInherited,
  inheritedPlaces,
  inheritedShapes,
  toInheritedTree,
  notesFrom,
  notesTree,
} from './inherited.js';
import type { DocumentKind } from './kind.js';
import { getAtPath, listOf, textOf, type TreeMap } from '../yaml/tree.js';

const manifestTree = (id: string, fields: FolderFieldsOf['workspace']): TreeMap => {
  const { beside, bruno, below } = connectionsTree(fields.connections);
  return {
    opencollection: '1.0.0',
    info: { name: fields.name },
    ...beside,
    ...toInheritedTree(fields),
    ...notesTree(fields.description),
    bundled: 'false',
    extensions: { ...bruno, tandem: { format: '1', id, ...below, ...foreignTree(fields.foreign) } },
  };
};

/** The workspace's data in the manifest. */
export const manifestFrom = (tree: unknown) => ({
  name: textOf(getAtPath(tree, ['info', 'name'])),
  id: textOf(getAtPath(tree, ['extensions', 'tandem', 'id'])),
  format: textOf(getAtPath(tree, ['extensions', 'tandem', 'format'])),
  /** Directories that Bruno ignores. */
  ignored: listOf(getAtPath(tree, ['extensions', 'bruno', 'ignore'])).flatMap((path) => textOf(path) ?? []),
});

const workspaceFrom = (tree: unknown, base: SomeFields | undefined): SomeFields => ({
  ...parseInherited(tree, getAtPath(tree, ['extensions', 'tandem']), base),
  name: manifestFrom(tree).name,
  description: notesFrom(tree),
  connections: connectionsFrom(tree, base?.connections),
});

/** The manifest of a workspace. */
export const workspaceDocument: DocumentKind<'workspace'> = {
  idPath: ['extensions', 'tandem', 'id'],
  namePath: ['info', 'name'],
  misfitPath: ['info', 'name'],
  merged: { name: 'scalar', description: 'text', ...inheritedShapes, connections: 'record' },
  places: {
    name: [['info', 'name']],
    description: [['docs']],
    ...inheritedPlaces,
    foreign: foreignPlaces(['extensions', 'tandem'], ['request'], brunoKeys),
    connections: connectionPlaces,
  },
  expected: () => [
    ...inheritedExpected,
    ...connectionsExpected,
    ...foreignExpected(['extensions', 'tandem']),
    [['docs'], 'notes'],
    [['docs', 'content'], 'text'],
  ],
  tree: manifestTree,
  from: workspaceFrom,
};
