import {
  type ExportContent,
  type ExportedDocument,
  type Folder,
  foldersInOrder,
  type LeftOut,
  nameOfFolder,
  parentOfFolder,
  pathsTo,
} from '@tandem/core';
import { authToPostman } from '@tandem/core/document';

import {
  type EffectiveRequest,
  effectiveRequests,
  listLeftOutForeign,
  listLeftOutScripts,
  collectSharedVariables,
} from '../effective-request.js';
import { groupBy } from '../grouped.js';
import { postmanRequest } from './request.js';
import { postmanScripts } from './script.js';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

type Report = (place: string, what: string) => void;

const authOf = ({ auth, path }: Folder, report: Report): object => {
  if (auth.type === 'inherit') return {};
  const written = authToPostman(auth);
  if (written === undefined) report(path, `the auth “${auth.type}”`);
  return { auth: written ?? { type: 'noauth' } };
};

const descriptionOf = ({ description }: Folder): object => (description === '' ? {} : { description });

const itemOf = (one: EffectiveRequest): object => ({
  ...postmanRequest(one).item,
  ...postmanScripts(one.request.foreign, one.script),
});

/**
 * The requests as a Postman collection, format 2.1. Folder headers, and variables of folders and requests, are merged
 * into the requests.
 */
export const postmanCollection = (content: ExportContent): ExportedDocument => {
  const effective = effectiveRequests(content);
  const lost: LeftOut[] = [];
  const report: Report = (place, what) => lost.push({ place, what });
  const used = new Set(content.requests.flatMap(({ folder }) => pathsTo(folder)));
  const foldersIn = groupBy(
    foldersInOrder(content.folders.filter(({ path }) => used.has(path))),
    ({ path }) => parentOfFolder(path),
  );
  const requestsIn = groupBy(effective, ({ request }) => request.folder);
  const itemsIn = (around: string): readonly object[] => [
    ...foldersIn(around).map((folder) => ({
      name: nameOfFolder(folder.path),
      ...descriptionOf(folder),
      ...authOf(folder, report),
      ...postmanScripts(folder.foreign),
      item: itemsIn(folder.path),
    })),
    ...requestsIn(around).map(itemOf),
  ];
  const root = content.folders.find(({ path }) => path === '');
  const shared = collectSharedVariables(content);
  const variable = [
    ...[...shared].map(([key, value]) => ({ key, value })),
    ...content.secrets.filter((name) => !shared.has(name)).map((key) => ({ key, value: '', type: 'secret' })),
  ];
  const collection = {
    info: { name: content.name, schema, ...(root === undefined ? {} : descriptionOf(root)) },
    ...(root === undefined ? {} : { ...authOf(root, report), ...postmanScripts(root.foreign) }),
    ...(variable.length === 0 ? {} : { variable }),
    item: itemsIn(''),
  };
  const leftOut = effective.flatMap((one) => [
    ...postmanRequest(one).leftOut,
    ...listLeftOutScripts(one),
    ...listLeftOutForeign(one, ['bruno']),
  ]);
  return { text: `${JSON.stringify(collection, null, 2)}\n`, leftOut: [...lost, ...leftOut] };
};
