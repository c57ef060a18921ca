import type { ImportDocument } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { createDraft, type Draft } from '../draft.js';
import { noteOrder, type Part } from '../order.js';
import { type Fields, objectsAt, textAt, textOf } from '../value.js';
import { sortLikeSidebar } from './as-shown.js';
import { environmentsOf, describeEnvironmentLosses, variablesIn } from './environments.js';
import { addInsomniaRequest, folderAuth, rowsAt, scriptsOf } from './request.js';

const unsupportedTypes: Readonly<Record<string, string>> = {
  grpc_request: 'a gRPC request',
  websocket_request: 'a WebSocket request',
  socketio_request: 'a Socket.IO request',
  unit_test_suite: 'a suite of unit tests',
  unit_test: 'a unit test',
  mock_server: 'a mock server',
  mock_route: 'a mock route',
  proto_file: 'a file of Protocol Buffers',
  cookie_jar: 'a cookie jar with cookies',
  client_certificate: 'a client certificate; choose its files in the settings of the workspace',
  ca_certificate: 'a CA certificate; choose its file in the settings of the workspace',
  websocket_payload: 'a message of a WebSocket request',
  socketio_payload: 'a message of a Socket.IO request',
  api_spec: 'the text of its API specification',
};

const isSpec = (one: Fields): boolean =>
  textAt(one, '_type') === 'api_spec' && textAt(one, 'contents') === '';

const isEmptyJar = (one: Fields): boolean =>
  textAt(one, '_type') === 'cookie_jar' && objectsAt(one, 'cookies').length === 0;

/** Insomnia's internal notes, what is read elsewhere, and empty values. */
const isUnsaid = (one: Fields): boolean =>
  /^(?:environment|workspace|project|settings|stats|response|\w+_meta|\w+_version)$/.test(
    textAt(one, '_type'),
  ) ||
  isSpec(one) ||
  isEmptyJar(one);

const sortResources = (given: readonly Fields[]): readonly Fields[] =>
  sortLikeSidebar(given, (one) => ({ key: one.metaSortKey, id: textAt(one, '_id') }));

const partKinds: Readonly<Record<string, Part['kind']>> = { request: 'request', request_group: 'folder' };

const partsOf = (given: readonly Fields[]): readonly Part[] =>
  given.flatMap((one) => {
    const kind = getOwnValue(partKinds, textAt(one, '_type'));
    return kind === undefined ? [] : [{ kind, name: textAt(one, 'name') }];
  });

interface Tree {
  readonly below: (id: string) => readonly Fields[];
}

const scripts = (one: Fields) =>
  [
    ['pre-request script', textAt(one, 'preRequestScript')],
    ['after-response script', textAt(one, 'afterResponseScript')],
  ] as const;

const addBelow = (
  draft: Draft,
  { below }: Tree,
  id: string,
  folder: string,
  around: string,
  title = around,
): void => {
  noteOrder(draft, title, partsOf(below(id)));
  for (const one of below(id)) {
    const name = textAt(one, 'name');
    const place = around === '' ? name : `${around}/${name}`;
    const kind = textAt(one, '_type');
    if (kind === 'request_group') {
      const variables = variablesIn(one.environment);
      const headers = rowsAt(one, 'headers');
      const auth = folderAuth(draft, one, place);
      const script = scriptsOf(draft, scripts(one), place);
      const path = draft.addFolder(folder, name, {
        description: textAt(one, 'description'),
        ...(variables.length > 0 ? { variables } : {}),
        ...(headers.length > 0 ? { headers } : {}),
        ...(auth === undefined || auth.type === 'inherit' ? {} : { auth }),
        ...(script === '' ? {} : { script }),
      });
      addBelow(draft, { below }, textAt(one, '_id'), path, place);
    } else if (kind === 'request')
      addInsomniaRequest(draft, {
        given: one,
        folder,
        place,
        description: textAt(one, 'description'),
        followRedirects: textAt(one, 'settingFollowRedirects'),
        scripts: scripts(one),
      });
    else {
      if (!isUnsaid(one))
        draft.leaveOut(
          place || kind,
          `it is ${getOwnValue(unsupportedTypes, kind) ?? `a resource of the type ${kind}`}`,
        );
    }
  }
};

/** Whether a resource with this parent is at the top of the export, as workspaces are. */
const isRoot = (id: string, byParent: ReadonlyMap<string, readonly Fields[]>): boolean =>
  (byParent.get(id) ?? []).every(({ _type }) => _type === 'workspace');

const isEnvironment = (one: Fields): boolean => textAt(one, '_type') === 'environment';

/** Base environments with those that extend them, named `own` if provided. */
const addEnvironments = (draft: Draft, { below }: Tree, id: string, own?: string): void => {
  for (const base of below(id).filter(isEnvironment)) {
    const others = below(textAt(base, '_id')).filter(isEnvironment);
    environmentsOf(own ?? (textAt(base, 'name') || 'Environment'), base, others).forEach(
      draft.addEnvironment,
    );
  }
};

/** An export of Insomnia, format 4. */
export const readInsomnia4 = (document: Fields, why: string): ImportDocument => {
  const draft = createDraft();
  const resources = objectsAt(document, 'resources');
  const byParent = new Map<string, Fields[]>();
  for (const one of resources) {
    const parent = textAt(one, 'parentId');
    const beside = byParent.get(parent);
    if (beside === undefined) byParent.set(parent, [one]);
    else beside.push(one);
  }
  const below = (id: string): readonly Fields[] => sortResources(byParent.get(id) ?? []);
  const workspaces = resources.filter((one) => textAt(one, '_type') === 'workspace');
  const [first] = workspaces;
  const name = textAt(first, 'name') || 'Insomnia';
  for (const workspace of workspaces) {
    const id = textAt(workspace, '_id');
    const own = textAt(workspace, 'name') || name;
    const description = textAt(workspace, 'description');
    const about = description === '' ? {} : { description };
    const isOnly = workspaces.length === 1;
    if (isOnly && description !== '') draft.setRoot(about);
    const folder = isOnly ? '' : draft.addFolder('', own, about);
    addBelow(draft, { below }, id, folder, folder, own);
    addEnvironments(draft, { below }, id, own);
  }
  // An export of part of a workspace contains requests whose folder is missing.
  const ids = new Set(resources.map((one) => textAt(one, '_id')));
  const lost = [...byParent.keys()].filter((id) => !ids.has(id) && !isRoot(id, byParent));
  for (const id of lost) {
    const found = below(id);
    addBelow(draft, { below }, id, '', '', name);
    addEnvironments(draft, { below }, id);
    if (id !== '' && workspaces.length > 0)
      for (const one of found.filter(({ _type }) => /^request(?:_group)?$/.test(textOf(_type))))
        draft.leaveOut(
          textAt(one, 'name'),
          `the folder ${id} that it is in is not in the document; it stands at the root`,
        );
  }
  for (const one of resources.filter(({ _type }) => _type === 'environment'))
    for (const what of describeEnvironmentLosses(one))
      draft.leaveOut(textAt(one, 'name') || 'environment', what);
  return draft.finish({ format: 'insomnia', why, name, source: textAt(first, '_id') });
};
