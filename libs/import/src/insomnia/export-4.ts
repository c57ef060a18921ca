import type { ImportDocument } from '@tandem/core';
import { ownValue } from '@tandem/core/codec';

import { createDraft, type Draft } from '../draft.js';
import { noteOrder, type Part } from '../order.js';
import { type Fields, objectsAt, textAt } from '../value.js';
import { asShown } from './as-shown.js';
import { insomniaAuth } from './auth.js';
import { environmentsOf, variablesIn } from './environments.js';
import { addInsomniaRequest, rowsAt, scriptsOf } from './request.js';

const unsupported: Readonly<Record<string, string>> = {
  grpc_request: 'a gRPC request',
  websocket_request: 'a WebSocket request',
  socketio_request: 'a Socket.IO request',
  unit_test: 'a unit test',
  mock_route: 'a mock route',
  api_spec: 'the text of its API specification',
};

const isSpec = (one: Fields): boolean =>
  textAt(one, '_type') === 'api_spec' && textAt(one, 'contents') === '';

const sorted = (given: readonly Fields[]): readonly Fields[] =>
  asShown(given, (one) => ({ key: one.metaSortKey, id: textAt(one, '_id') }));

const partKinds: Readonly<Record<string, Part['kind']>> = { request: 'request', request_group: 'folder' };

const partsOf = (given: readonly Fields[]): readonly Part[] =>
  given.flatMap((one) => {
    const kind = ownValue(partKinds, textAt(one, '_type'));
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
      const auth = insomniaAuth(one.authentication);
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
      const other = ownValue(unsupported, kind);
      if (other !== undefined && !isSpec(one)) draft.leaveOut(place, `it is ${other}`);
    }
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
  const below = (id: string): readonly Fields[] => sorted(byParent.get(id) ?? []);
  const workspaces = resources.filter((one) => textAt(one, '_type') === 'workspace');
  const [first] = workspaces;
  const name = textAt(first, 'name') || 'Insomnia';
  for (const workspace of workspaces) {
    const id = textAt(workspace, '_id');
    const own = textAt(workspace, 'name') || name;
    const folder = workspaces.length === 1 ? '' : draft.addFolder('', own);
    addBelow(draft, { below }, id, folder, folder, own);
    for (const base of below(id).filter((one) => textAt(one, '_type') === 'environment')) {
      const others = below(textAt(base, '_id')).filter((one) => textAt(one, '_type') === 'environment');
      environmentsOf(own, base, others).forEach(draft.addEnvironment);
    }
  }
  return draft.finish({ format: 'insomnia', why, name, source: textAt(first, '_id') });
};
