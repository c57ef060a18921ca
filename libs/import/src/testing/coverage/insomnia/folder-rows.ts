import { createKeptRow, createListedRow, type Row } from '../row.js';
import { folder, row, tag } from './builders.js';

/** The fields of a folder. */
export const folderRows: readonly Row[] = [
  createKeptRow('folders', folder({ meta: { id: 'fld_1', description: 'd' } }), {
    folder: { path: 'f', description: 'd' },
  }),
  createKeptRow('environment of a folder', folder({ environment: { a: { b: 1 } } }), {
    folder: { variables: [row('a.b', '1')] },
  }),
  createKeptRow('headers of a folder', folder({ headers: [{ name: 'a', value: '1' }] }), {
    folder: { headers: [row('a', '1')] },
  }),
  createKeptRow('auth of a folder', folder({ authentication: { type: 'basic', username: 'u' } }), {
    folder: { auth: { type: 'basic' } },
  }),
  createListedRow(
    'unknown auth of a folder',
    folder({ authentication: { type: 'hawk' } }),
    'f',
    'the auth “hawk” has no counterpart',
  ),
  createListedRow(
    'template tags of a folder',
    folder({ headers: [{ name: 'a', value: '{% now %}' }] }),
    'f',
    tag('{% now %}'),
  ),
];
