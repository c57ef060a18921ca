import type { FolderFieldsOf } from '@tandem/core';

import type { SomeFields } from './fields.js';
import type { DocumentKind } from './kind.js';
import { ownKey, seqFrom } from './request.js';
import { at, mapOf, textOf, type TreeMap, when } from './tree.js';

/** A folder as its `folder.yml` stores it. There `path` is the last name alone: the directory is in the others. */
const folderTree = (id: string, { path, description, seq }: FolderFieldsOf['folder']): TreeMap => ({
  info: { name: path, type: 'folder', ...(seq == null ? {} : { seq: String(seq) }) },
  // Bruno writes the notes of a folder with their type, and those of a request as text.
  ...when(description !== '', { docs: { content: description, type: 'text/markdown' } }),
  ...when(id !== '', { [ownKey]: { id } }),
});

const folderFrom = (tree: unknown): SomeFields => ({
  path: textOf(at(tree, ['info', 'name'])),
  seq: seqFrom(at(tree, ['info', 'seq'])),
  description: textOf(mapOf(tree).docs) ?? textOf(at(tree, ['docs', 'content'])) ?? '',
});

/** The document of a folder. What else it holds, such as Bruno's headers and scripts for its requests, is left alone. */
export const folderDocument: DocumentKind<'folder'> = {
  idPath: [ownKey, 'id'],
  namePath: ['info', 'name'],
  misfitPath: ['info', 'name'],
  merged: { path: 'scalar', seq: 'scalar', description: 'text' },
  places: { path: [['info', 'name']], seq: [['info', 'seq']], description: [['docs']] },
  expected: (tree) => [
    [['info'], 'map'],
    [['info', 'name'], 'text'],
    [['docs'], 'notes'],
    [['docs', 'content'], 'text'],
    [[ownKey], 'map'],
    ...(typeof at(tree, ['info', 'seq']) === 'object' ? [[['info', 'seq'], 'text'] as const] : []),
  ],
  tree: folderTree,
  from: folderFrom,
};
