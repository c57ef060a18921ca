import { folderDefaults, type FolderFieldsOf } from '@tandem/core';

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
import { ownKey, parseSeq } from './request.js';
import { getAtPath, toMap, toText, type TreeMap, includeIf } from '../yaml/tree.js';

/** Converts a folder to the form in its `folder.yml`. There, `path` is only the last name, because the directory determines the rest. */
const toFolderTree = (id: string, fields: FolderFieldsOf['folder']): TreeMap => {
  const { path, description, order, seq } = fields;
  const own = { ...(id === '' ? {} : { id }), ...toOrderTree(order), ...toForeignTree(fields.foreign) };
  return {
    info: { name: path, type: 'folder', ...(seq == null ? {} : { seq: String(seq) }) },
    ...toInheritedTree(fields),
    ...toNotesTree(description),
    ...includeIf(Object.keys(own).length > 0, { [ownKey]: own }),
  };
};

const parseFolder = (tree: unknown, base: SomeFields | undefined): SomeFields => ({
  ...parseInherited(tree, toMap(tree)[ownKey], base),
  path: toText(getAtPath(tree, ['info', 'name'])),
  seq: parseSeq(getAtPath(tree, ['info', 'seq'])),
  description: parseNotes(tree),
  order: parseOrder(toMap(tree)[ownKey], base),
});

const { connections: _, ...fieldsWithoutConnections } = folderDefaults;

/** The fields of a folder of which only the name is known. Folders have no connections of their own. */
export const emptyFolder = fieldsWithoutConnections;

/** The document of a folder. */
export const folderDocument: DocumentKind<'folder'> = {
  idPath: [ownKey, 'id'],
  namePath: ['info', 'name'],
  misfitPath: ['info', 'name'],
  merged: { path: 'scalar', seq: 'scalar', order: 'scalar', description: 'text', ...inheritedShapes },
  paths: {
    path: [['info', 'name']],
    seq: [['info', 'seq']],
    order: [[ownKey, 'order']],
    description: [['docs']],
    ...inheritedPaths,
    foreign: listForeignPaths([ownKey], ['request'], brunoKeys),
  },
  expected: (tree) => [
    [['info'], 'map'],
    [['info', 'name'], 'text'],
    ...inheritedFieldShapes,
    [['docs'], 'notes'],
    [['docs', 'content'], 'text'],
    [[ownKey], 'map'],
    [[ownKey, 'order'], 'order'],
    ...listForeignShapes([ownKey]),
    ...(typeof getAtPath(tree, ['info', 'seq']) === 'object' ? [[['info', 'seq'], 'text'] as const] : []),
  ],
  tree: toFolderTree,
  from: parseFolder,
};
