import type { ImportDocument } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { createDraft, type Draft } from '../draft.js';
import { type Fields, formatCertificateFiles, getObjects, getText, toText } from '../value.js';
import {
  describeEnvironmentLosses,
  flattenVariables,
  parseEnvironments,
  sortLikeSidebar,
} from './environments.js';
import { addInsomniaRequest, parseFolderAuth, parseRows, commentOutScripts } from './request.js';

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
  websocket_payload: 'a message of a WebSocket request',
  socketio_payload: 'a message of a Socket.IO request',
  api_spec: 'the text of its API specification',
};

/** Describes a certificate and its files; undefined for a resource that is not a certificate. */
const describeCertificate = (one: Fields): string | undefined => {
  const { cert, key, pfx, path } = one;
  const kind = getText(one, '_type');
  if (kind === 'client_certificate')
    return `a client certificate${formatCertificateFiles([cert, key, pfx])}; choose its files in the settings of the workspace`;
  return kind === 'ca_certificate'
    ? `a CA certificate${formatCertificateFiles([path])}; choose its file in the settings of the workspace`
    : undefined;
};

const isSpec = (one: Fields): boolean =>
  getText(one, '_type') === 'api_spec' && getText(one, 'contents') === '';

const isEmptyJar = (one: Fields): boolean =>
  getText(one, '_type') === 'cookie_jar' && getObjects(one, 'cookies').length === 0;

/** Whether a resource need not be reported, because it is Insomnia's internal note, is read elsewhere, or is empty. */
const isUnreported = (one: Fields): boolean =>
  /^(?:environment|workspace|project|settings|stats|response|\w+_meta|\w+_version)$/.test(
    getText(one, '_type'),
  ) ||
  isSpec(one) ||
  isEmptyJar(one);

const sortResources = (given: readonly Fields[]): readonly Fields[] =>
  sortLikeSidebar(given, (one) => ({ key: one.metaSortKey, id: getText(one, '_id') }));

interface Tree {
  readonly below: (id: string) => readonly Fields[];
}

const listScripts = (one: Fields) =>
  [
    ['pre-request script', getText(one, 'preRequestScript')],
    ['after-response script', getText(one, 'afterResponseScript')],
  ] as const;

const addChildren = (draft: Draft, { below }: Tree, id: string, folder: string, around: string): void => {
  for (const one of below(id)) {
    const name = getText(one, 'name');
    const location = around === '' ? name : `${around}/${name}`;
    const kind = getText(one, '_type');
    if (kind === 'request_group') {
      const variables = flattenVariables(one.environment);
      const headers = parseRows(one, 'headers');
      const auth = parseFolderAuth(draft, one, location);
      const script = commentOutScripts(draft, listScripts(one), location);
      const path = draft.addFolder(folder, name, {
        description: getText(one, 'description'),
        ...(variables.length > 0 ? { variables } : {}),
        ...(headers.length > 0 ? { headers } : {}),
        ...(auth === undefined || auth.type === 'inherit' ? {} : { auth }),
        ...(script === '' ? {} : { script }),
      });
      addChildren(draft, { below }, getText(one, '_id'), path, location);
    } else if (kind === 'request')
      addInsomniaRequest(draft, {
        given: one,
        folder,
        location,
        description: getText(one, 'description'),
        followRedirects: getText(one, 'settingFollowRedirects'),
        scripts: listScripts(one),
      });
    else {
      if (!isUnreported(one))
        draft.leaveOut(
          location || kind,
          `it is ${describeCertificate(one) ?? getOwnValue(unsupportedTypes, kind) ?? `a resource of the type ${kind}`}`,
        );
    }
  }
};

/** Whether an id is the top level of the export, which contains only workspaces. */
const isRoot = (id: string, byParent: ReadonlyMap<string, readonly Fields[]>): boolean =>
  (byParent.get(id) ?? []).every(({ _type }) => _type === 'workspace');

const isEnvironment = (one: Fields): boolean => getText(one, '_type') === 'environment';

/** Adds base environments and the environments that extend them. A base is named `own` if that is provided. */
const addEnvironments = (draft: Draft, { below }: Tree, id: string, own?: string): void => {
  for (const base of below(id).filter(isEnvironment)) {
    const others = below(getText(base, '_id')).filter(isEnvironment);
    parseEnvironments(own ?? (getText(base, 'name') || 'Environment'), base, others).forEach(
      draft.addEnvironment,
    );
  }
};

/** Reads an export of Insomnia, format 4. */
export const readInsomnia4 = (document: Fields, why: string): ImportDocument => {
  const draft = createDraft();
  const resources = getObjects(document, 'resources');
  const byParent = new Map<string, Fields[]>();
  for (const one of resources) {
    const parent = getText(one, 'parentId');
    const beside = byParent.get(parent);
    if (beside === undefined) byParent.set(parent, [one]);
    else beside.push(one);
  }
  const below = (id: string): readonly Fields[] => sortResources(byParent.get(id) ?? []);
  const workspaces = resources.filter((one) => getText(one, '_type') === 'workspace');
  const [first] = workspaces;
  const name = getText(first, 'name') || 'Insomnia';
  for (const workspace of workspaces) {
    const id = getText(workspace, '_id');
    const own = getText(workspace, 'name') || name;
    const description = getText(workspace, 'description');
    const about = description === '' ? {} : { description };
    const isOnly = workspaces.length === 1;
    if (isOnly && description !== '') draft.setRoot(about);
    const folder = isOnly ? '' : draft.addFolder('', own, about);
    addChildren(draft, { below }, id, folder, folder);
    addEnvironments(draft, { below }, id, own);
  }
  // If only part of a workspace was exported, the folder of a request may be missing.
  const ids = new Set(resources.map((one) => getText(one, '_id')));
  const lost = [...byParent.keys()].filter((id) => !ids.has(id) && !isRoot(id, byParent));
  for (const id of lost) {
    const found = below(id);
    addChildren(draft, { below }, id, '', '');
    addEnvironments(draft, { below }, id);
    if (id !== '' && workspaces.length > 0)
      for (const one of found.filter(({ _type }) => /^request(?:_group)?$/.test(toText(_type))))
        draft.leaveOut(
          getText(one, 'name'),
          `the folder ${id} that it is in is not in the document; it stands at the root`,
        );
  }
  for (const one of resources.filter(({ _type }) => _type === 'environment'))
    for (const what of describeEnvironmentLosses(one))
      draft.leaveOut(getText(one, 'name') || 'environment', what);
  return draft.finish({ format: 'insomnia', why, name, source: getText(first, '_id') });
};
