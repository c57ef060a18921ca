import { createKeptRow, createListedRow, type Row } from '../row.js';
import { createFolderDocument, createRow, describeTag } from './builders.js';

/** The fields of a folder. */
export const folderRows: readonly Row[] = [
  createKeptRow('folders', createFolderDocument({ meta: { id: 'fld_1', description: 'd' } }), {
    folder: { path: 'f', description: 'd' },
  }),
  createKeptRow('environment of a folder', createFolderDocument({ environment: { a: { b: 1 } } }), {
    folder: { variables: [createRow('a.b', '1')] },
  }),
  createKeptRow('headers of a folder', createFolderDocument({ headers: [{ name: 'a', value: '1' }] }), {
    folder: { headers: [createRow('a', '1')] },
  }),
  createKeptRow(
    'auth of a folder',
    createFolderDocument({ authentication: { type: 'basic', username: 'u' } }),
    {
      folder: { auth: { type: 'basic' } },
    },
  ),
  createListedRow(
    'unknown auth of a folder',
    createFolderDocument({ authentication: { type: 'hawk' } }),
    'f',
    'the auth “hawk” has no counterpart',
  ),
  createListedRow(
    'template tags of a folder',
    createFolderDocument({ headers: [{ name: 'a', value: '{% now %}' }] }),
    'f',
    describeTag('{% now %}'),
  ),
];
