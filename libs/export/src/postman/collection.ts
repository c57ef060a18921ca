import {
  type ExportContent,
  type ExportedDocument,
  type Folder,
  sortFolders,
  type LeftOut,
  getFolderName,
  getParentFolder,
  listPathsTo,
} from '@tandem/core';
import { toPostmanAuth } from '@tandem/core/document';

import {
  type EffectiveRequest,
  listEffectiveRequests,
  listLeftOutForeign,
  listLeftOutScripts,
  collectSharedVariables,
} from '../effective-request.js';
import { groupBy } from '../grouped.js';
import { toPostmanRequest } from './request.js';
import { toPostmanEvents } from './script.js';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

type Report = (place: string, what: string) => void;

const toFolderAuth = ({ auth, path }: Folder, report: Report): object => {
  if (auth.type === 'inherit') return {};
  const written = toPostmanAuth(auth);
  if (written === undefined) report(path, `the auth “${auth.type}”`);
  return { auth: written ?? { type: 'noauth' } };
};

const toDescription = ({ description }: Folder): object => (description === '' ? {} : { description });

const toPostmanItem = (one: EffectiveRequest): object => ({
  ...toPostmanRequest(one).item,
  ...toPostmanEvents(one.request.foreign, one.script),
});

/**
 * The requests as a Postman collection, format 2.1. Folder headers, and variables of folders and requests, are merged
 * into the requests.
 */
export const createPostmanCollection = (content: ExportContent): ExportedDocument => {
  const effective = listEffectiveRequests(content);
  const lost: LeftOut[] = [];
  const report: Report = (place, what) => lost.push({ place, what });
  const used = new Set(content.requests.flatMap(({ folder }) => listPathsTo(folder)));
  const foldersIn = groupBy(sortFolders(content.folders.filter(({ path }) => used.has(path))), ({ path }) =>
    getParentFolder(path),
  );
  const requestsIn = groupBy(effective, ({ request }) => request.folder);
  const itemsIn = (around: string): readonly object[] => [
    ...foldersIn(around).map((folder) => ({
      name: getFolderName(folder.path),
      ...toDescription(folder),
      ...toFolderAuth(folder, report),
      ...toPostmanEvents(folder.foreign),
      item: itemsIn(folder.path),
    })),
    ...requestsIn(around).map(toPostmanItem),
  ];
  const root = content.folders.find(({ path }) => path === '');
  const shared = collectSharedVariables(content);
  const variable = [
    ...[...shared].map(([key, value]) => ({ key, value })),
    ...content.secrets.filter((name) => !shared.has(name)).map((key) => ({ key, value: '', type: 'secret' })),
  ];
  const collection = {
    info: { name: content.name, schema, ...(root === undefined ? {} : toDescription(root)) },
    ...(root === undefined ? {} : { ...toFolderAuth(root, report), ...toPostmanEvents(root.foreign) }),
    ...(variable.length === 0 ? {} : { variable }),
    item: itemsIn(''),
  };
  const leftOut = effective.flatMap((one) => [
    ...toPostmanRequest(one).leftOut,
    ...listLeftOutScripts(one),
    ...listLeftOutForeign(one, ['bruno']),
  ]);
  return { text: `${JSON.stringify(collection, null, 2)}\n`, leftOut: [...lost, ...leftOut] };
};
