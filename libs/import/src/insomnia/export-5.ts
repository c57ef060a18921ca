import type { ImportDocument } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { createDraft, type Draft } from '../draft.js';
import { noteOrder } from '../order.js';
import { type Fields, fieldsAt, objectsAt, textAt } from '../value.js';
import { sortLikeSidebar } from './as-shown.js';
import { environmentsOf, describeEnvironmentLosses, variablesIn } from './environments.js';
import { addInsomniaRequest, folderAuth, rowsAt, scriptsOf } from './request.js';

const sortResources = (given: readonly Fields[]): readonly Fields[] =>
  sortLikeSidebar(given, (one) => {
    const meta = fieldsAt(one, 'meta');
    return { key: meta.sortKey, id: textAt(meta, 'id') };
  });

const isFolder = (one: Fields): boolean => Array.isArray(one.children) || one.url === undefined;

const scripts = (one: Fields) =>
  [
    ['pre-request script', textAt(fieldsAt(one, 'scripts'), 'preRequest')],
    ['after-response script', textAt(fieldsAt(one, 'scripts'), 'afterResponse')],
  ] as const;

const descriptionOf = (one: Fields): string => textAt(fieldsAt(one, 'meta'), 'description');

/** WebSocket, gRPC and Socket.IO requests have their own id prefixes. */
const findOtherKind = (one: Fields): string | undefined => {
  const id = textAt(fieldsAt(one, 'meta'), 'id');
  if (id.startsWith('ws-req')) return 'a WebSocket request';
  if (id.startsWith('greq') || one.protoFileId !== undefined) return 'a gRPC request';
  return id.startsWith('socketio-req') ? 'a Socket.IO request' : undefined;
};

/** A request's settings by their names in format 4. */
const settingsOfFormat4 = ({ cookies, renderRequestBody, ...settings }: Fields): Fields => ({
  ...Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [
      `setting${key.slice(0, 1).toUpperCase()}${key.slice(1)}`,
      value,
    ]),
  ),
  settingSendCookies: fieldsAt({ cookies }, 'cookies').send,
  settingStoreCookies: fieldsAt({ cookies }, 'cookies').store,
  settingDisableRenderRequestBody: renderRequestBody === false,
});

const addAll = (
  draft: Draft,
  given: readonly Fields[],
  folder: string,
  around: string,
  title = around,
): void => {
  const shown = sortResources(given);
  const parts = shown
    .filter((one) => findOtherKind(one) === undefined)
    .map((one) => ({
      kind: isFolder(one) ? ('folder' as const) : ('request' as const),
      name: textAt(one, 'name'),
    }));
  noteOrder(draft, title, parts);
  for (const one of shown) {
    const name = textAt(one, 'name');
    const place = around === '' ? name : `${around}/${name}`;
    const other = findOtherKind(one);
    if (other !== undefined) draft.leaveOut(place, `it is ${other}`);
    else if (isFolder(one)) {
      const auth = folderAuth(draft, one, place);
      const script = scriptsOf(draft, scripts(one), place);
      const path = draft.addFolder(folder, name, {
        description: descriptionOf(one),
        variables: variablesIn(one.environment),
        headers: rowsAt(one, 'headers'),
        ...(auth === undefined || auth.type === 'inherit' ? {} : { auth }),
        ...(script === '' ? {} : { script }),
      });
      addAll(draft, objectsAt(one, 'children'), path, place);
    } else {
      const settings = fieldsAt(one, 'settings');
      addInsomniaRequest(draft, {
        given: { ...one, ...settingsOfFormat4(settings) },
        folder,
        place,
        description: descriptionOf(one),
        followRedirects: textAt(settings, 'followRedirects'),
        scripts: scripts(one),
      });
    }
  }
};

/** The parts of a document that are read above. */
const knownFields = new Set(
  'type,name,meta,collection,environments,cookieJar,spec,schema_version,_id,description'.split(','),
);

/** The names of the other parts of a document. */
const parts: Readonly<Record<string, string>> = {
  certificates: 'its client certificates; choose their files in the settings of the workspace',
  testSuites: 'its unit tests',
  server: 'its mock server',
  routes: 'the routes of its mock server',
};

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A collection or environment of Insomnia, format 5. */
export const readInsomnia5 = (document: Fields, why: string): ImportDocument => {
  const draft = createDraft();
  const name = textAt(document, 'name') || 'Insomnia';
  addAll(draft, objectsAt(document, 'collection'), '', '', name);
  const description = descriptionOf(document) || textAt(document, 'description');
  if (description !== '') draft.setRoot({ description });
  const base = fieldsAt(document, 'environments');
  environmentsOf(name, base, sortResources(objectsAt(base, 'subEnvironments'))).forEach(draft.addEnvironment);
  const jar = objectsAt(fieldsAt(document, 'cookieJar'), 'cookies').length;
  if (jar > 0) draft.leaveOut('cookieJar', `${jar} ${jar === 1 ? 'cookie' : 'cookies'}`);
  const contents = fieldsAt(document, 'spec').contents;
  if (contents !== undefined && contents !== '')
    draft.leaveOut('spec', 'the text of its API specification; import it by itself');
  for (const one of [base, ...objectsAt(base, 'subEnvironments')])
    for (const what of describeEnvironmentLosses(one)) draft.leaveOut('environments', what);
  const others = Object.keys(document).filter(
    (key) => !knownFields.has(key) && !isEmpty(getOwnValue(document, key)),
  );
  for (const key of others)
    draft.leaveOut(key, getOwnValue(parts, key) ?? 'a part of the document that has no counterpart');
  const source = textAt(fieldsAt(document, 'meta'), 'id');
  return draft.finish({ format: 'insomnia', why, name, source });
};
