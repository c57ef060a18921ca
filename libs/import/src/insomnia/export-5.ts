import type { ImportDocument } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { createDraft, type Draft } from '../draft.js';
import { type Fields, formatCertificateFiles, getFields, getObjects, getText } from '../value.js';
import {
  describeEnvironmentLosses,
  flattenVariables,
  parseEnvironments,
  sortLikeSidebar,
} from './environments.js';
import { addInsomniaRequest, parseFolderAuth, parseRows, commentOutScripts } from './request.js';

const sortResources = (given: readonly Fields[]): readonly Fields[] =>
  sortLikeSidebar(given, (one) => {
    const meta = getFields(one, 'meta');
    return { key: meta.sortKey, id: getText(meta, 'id') };
  });

const isFolder = (one: Fields): boolean => Array.isArray(one.children) || one.url === undefined;

const listScripts = (one: Fields) =>
  [
    ['pre-request script', getText(getFields(one, 'scripts'), 'preRequest')],
    ['after-response script', getText(getFields(one, 'scripts'), 'afterResponse')],
  ] as const;

const getDescription = (one: Fields): string => getText(getFields(one, 'meta'), 'description');

/** Finds the kind of a WebSocket, gRPC or Socket.IO request, recognized by its id or proto file; undefined for an HTTP request. */
const findOtherKind = (one: Fields): string | undefined => {
  const id = getText(getFields(one, 'meta'), 'id');
  if (id.startsWith('ws-req')) return 'a WebSocket request';
  if (id.startsWith('greq') || one.protoFileId !== undefined) return 'a gRPC request';
  return id.startsWith('socketio-req') ? 'a Socket.IO request' : undefined;
};

/** A request's settings by their names in format 4. */
const toFormat4Settings = ({ cookies, renderRequestBody, ...settings }: Fields): Fields => ({
  ...Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [
      `setting${key.slice(0, 1).toUpperCase()}${key.slice(1)}`,
      value,
    ]),
  ),
  settingSendCookies: getFields({ cookies }, 'cookies').send,
  settingStoreCookies: getFields({ cookies }, 'cookies').store,
  settingDisableRenderRequestBody: renderRequestBody === false,
});

const addAll = (draft: Draft, given: readonly Fields[], folder: string, around: string): void => {
  for (const one of sortResources(given)) {
    const name = getText(one, 'name');
    const location = around === '' ? name : `${around}/${name}`;
    const other = findOtherKind(one);
    if (other !== undefined) draft.leaveOut(location, `it is ${other}`);
    else if (isFolder(one)) {
      const auth = parseFolderAuth(draft, one, location);
      const script = commentOutScripts(draft, listScripts(one), location);
      const path = draft.addFolder(folder, name, {
        description: getDescription(one),
        variables: flattenVariables(one.environment),
        headers: parseRows(one, 'headers'),
        ...(auth === undefined || auth.type === 'inherit' ? {} : { auth }),
        ...(script === '' ? {} : { script }),
      });
      addAll(draft, getObjects(one, 'children'), path, location);
    } else {
      const settings = getFields(one, 'settings');
      addInsomniaRequest(draft, {
        given: { ...one, ...toFormat4Settings(settings) },
        folder,
        location,
        description: getDescription(one),
        followRedirects: getText(settings, 'followRedirects'),
        scripts: listScripts(one),
      });
    }
  }
};

/** Fields of a document that are imported. */
const knownFields = new Set(
  'type,name,meta,collection,environments,cookieJar,spec,schema_version,_id,description'.split(','),
);

/** Descriptions of the other fields of a document. */
const fieldDescriptions: Readonly<Record<string, string>> = {
  testSuites: 'its unit tests',
  server: 'its mock server',
  routes: 'the routes of its mock server',
};

const describeCertificates = (document: Fields): string => {
  const files = getObjects(document, 'certificates').flatMap(({ cert, key, pfx }) => [cert, key, pfx]);
  return `its client certificates${formatCertificateFiles(files)}; choose their files in the settings of the workspace`;
};

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Reads a collection or environment of Insomnia, format 5. */
export const readInsomnia5 = (document: Fields, why: string): ImportDocument => {
  const draft = createDraft();
  const name = getText(document, 'name') || 'Insomnia';
  addAll(draft, getObjects(document, 'collection'), '', '');
  const description = getDescription(document) || getText(document, 'description');
  if (description !== '') draft.setRoot({ description });
  const base = getFields(document, 'environments');
  parseEnvironments(name, base, sortResources(getObjects(base, 'subEnvironments'))).forEach(
    draft.addEnvironment,
  );
  const jar = getObjects(getFields(document, 'cookieJar'), 'cookies').length;
  if (jar > 0) draft.leaveOut('cookieJar', `${jar} ${jar === 1 ? 'cookie' : 'cookies'}`);
  const contents = getFields(document, 'spec').contents;
  if (contents !== undefined && contents !== '')
    draft.leaveOut('spec', 'the text of its API specification; import it by itself');
  for (const one of [base, ...getObjects(base, 'subEnvironments')])
    for (const what of describeEnvironmentLosses(one)) draft.leaveOut('environments', what);
  const others = Object.keys(document).filter(
    (key) => !knownFields.has(key) && !isEmpty(getOwnValue(document, key)),
  );
  for (const key of others)
    draft.leaveOut(
      key,
      key === 'certificates'
        ? describeCertificates(document)
        : (getOwnValue(fieldDescriptions, key) ?? 'a part of the document that has no counterpart'),
    );
  const source = getText(getFields(document, 'meta'), 'id');
  return draft.finish({ format: 'insomnia', why, name, source });
};
