import {
  ExecutionId,
  idPrefixes,
  isRequestKind,
  type RequestKind,
  requestKindList,
  requestKindNames,
} from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';
import { type CallOptions, type RpcClient, type RpcMethods, RpcRefusal } from '@tandem/rpc';

import type {
  Resource,
  ResourceChange,
  ResourceContent,
  Resources,
  ResourceTemplate,
} from '../catalogue/catalogue.js';
import { listedDocuments, readDocument } from './documents.js';

const json = 'application/json';
const toWorkspaceUri = (id: string): string => `tandem://workspaces/${id}`;
const requestUri = (workspaceId: string, kind: RequestKind, id: string): string =>
  `${toWorkspaceUri(workspaceId)}/${kind}/${id}`;

/** The URI of the selection in the window. */
export const selectionUri = 'tandem://window/selection';

const selectionResource: Resource = {
  uri: selectionUri,
  name: 'selection',
  title: 'What the person looks at',
  description: 'The workspace, request, tab and execution that the window shows; all null without a window.',
  mimeType: json,
};

/** The URI of the complete body of a stored execution. */
export const toBodyUri = (executionId: string): string => `tandem://executions/${executionId}/body`;

const templates: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'tandem://workspaces/{id}',
    name: 'workspace',
    title: 'Workspace',
    description: 'A workspace with its environments and the summaries of its requests.',
    mimeType: json,
  },
  ...requestKindList.map((kind) => ({
    uriTemplate: `tandem://workspaces/{id}/${kind}/{requestId}`,
    name: `${kind}-request`,
    title: requestKindNames[kind].noun,
    description: `A saved ${requestKindNames[kind].noun} with all its fields.`,
    mimeType: json,
  })),
  {
    uriTemplate: 'tandem://executions/{id}/body',
    name: 'response-body',
    title: 'Response body',
    description: 'The response body of a stored execution, with secrets hidden.',
  },
];

const maxResources = 500;

type Summaries = RpcMethods[`${RequestKind}_list`]['result']['requests'];

const loadSummaries = async (
  client: RpcClient,
  workspaceId: string,
  options: CallOptions,
): Promise<readonly (readonly [RequestKind, Summaries])[]> => {
  const all: [RequestKind, Summaries][] = [];
  for (const kind of requestKindList) {
    const { requests } = await client.call(`${kind}_list`, { workspaceId, take: maxResources }, options);
    all.push([kind, requests]);
  }
  return all;
};

const listRequestResources = async (
  client: RpcClient,
  workspaceId: string,
  options: CallOptions,
): Promise<readonly Resource[]> => {
  const found = await loadSummaries(client, workspaceId, options);
  return found.flatMap(([kind, requests]) =>
    requests.map(({ id, name, method, url }) => ({
      uri: requestUri(workspaceId, kind, id),
      name: id,
      title: name,
      description: `${method} ${url}`,
      mimeType: json,
    })),
  );
};

const listResources = async (client: RpcClient, options: CallOptions): Promise<readonly Resource[]> => {
  const { workspaces } = await client.call('workspaces_list', { take: 100 }, options);
  const active = workspaces.find((one) => one.active);
  return [
    ...listedDocuments,
    selectionResource,
    ...workspaces.map(({ id, name }) => ({ uri: toWorkspaceUri(id), name: id, title: name, mimeType: json })),
    ...(active === undefined ? [] : await listRequestResources(client, active.id, options)),
  ];
};

const toJsonContent = (uri: string, value: unknown): ResourceContent => ({
  uri,
  mimeType: json,
  text: stringifyJson(value),
});

/** How many bytes of a body are read in one call. A multiple of 3, so that the parts can be joined as base64. */
const partBytes = 3 * 256 * 1024;

type Parts = Pick<RpcMethods['executions_get']['result'], 'body'>;

/** Reads the whole stored body of an execution. */
const readBody = async (
  client: RpcClient,
  uri: string,
  id: ExecutionId,
  options: CallOptions,
): Promise<ResourceContent | undefined> => {
  const { result } = await client.call('executions_get', { id }, options);
  const parts: string[] = [];
  let encoding: 'text' | 'base64' = 'text';
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const range: Parts = await client.call('executions_get', { id, offset, length: partBytes }, options);
    if (range.body === undefined) return undefined;
    parts.push(range.body.content);
    ({ encoding, nextOffset: offset } = range.body);
  }
  const type = result?.response?.headers['content-type'];
  const mimeType = type ?? (encoding === 'text' ? 'text/plain' : 'application/octet-stream');
  const content = parts.join('');
  return encoding === 'text' ? { uri, mimeType, text: content } : { uri, mimeType, blob: content };
};

const idPattern = requestKindList.map((kind) => idPrefixes[kind]).join('|');
const workspacePattern = new RegExp(
  `^tandem://workspaces/(ws_[0-9a-z]{16})(?:/(${requestKindList.join('|')})/((?:${idPattern})_[0-9a-z]{16}))?$`,
);
const executionPattern = /^tandem:\/\/executions\/(exec_[0-9a-z]{16})\/body$/;

const readWorkspace = async (client: RpcClient, uri: string, id: string, options: CallOptions) => {
  const workspace = await client.call('workspaces_get', { id }, options);
  return toJsonContent(uri, {
    ...workspace,
    ...Object.fromEntries(await loadSummaries(client, id, options)),
  });
};

const noSelection = { workspaceId: null, requestId: null, tab: null, executionId: null };

const readSelection = async (client: RpcClient, options: CallOptions): Promise<ResourceContent> => {
  const { selection } = await client.call('window_selection', {}, options);
  return toJsonContent(selectionUri, selection ?? noSelection);
};

const readResource = async (
  client: RpcClient,
  uri: string,
  options: CallOptions,
): Promise<ResourceContent | undefined> => {
  if (uri === selectionUri) return readSelection(client, options);
  const [, executionId] = executionPattern.exec(uri) ?? [];
  if (ExecutionId.is(executionId)) return readBody(client, uri, executionId, options);
  const [, workspaceId, kind, id] = workspacePattern.exec(uri) ?? [];
  if (workspaceId === undefined) return undefined;
  if (kind === undefined || !isRequestKind(kind)) return readWorkspace(client, uri, workspaceId, options);
  return toJsonContent(uri, await client.callByName(`${kind}_get`, { workspaceId, id }, options));
};

/** The codes of errors which mean that a resource does not exist. */
const missingCodes: readonly string[] = ['NOT_FOUND', 'WORKSPACE_NOT_FOUND', 'INVALID_ARGUMENTS'];

const findAffectedUris = (change: ResourceChange): readonly string[] => {
  if (change.entity === 'selection') return [selectionUri];
  const { workspaceId, entity, id } = change;
  const workspace = toWorkspaceUri(workspaceId);
  if (entity === 'execution') return [toBodyUri(id)];
  if (['folder', 'order', 'cookies', 'approval', 'prompt'].includes(entity)) return [];
  return isRequestKind(entity) ? [requestUri(workspaceId, entity, id), workspace] : [workspace];
};

/** Creates the resources: documents, workspaces, requests, and response bodies that were truncated in a result. */
export const createResources = (client: RpcClient): Resources => ({
  templates,
  list: (options) => listResources(client, options),
  read: async (uri, options) => {
    try {
      return readDocument(uri) ?? (await readResource(client, uri, options));
    } catch (error) {
      if (error instanceof RpcRefusal && missingCodes.includes(error.error.code)) return undefined;
      throw error;
    }
  },
  touched: findAffectedUris,
  changesList: (change) =>
    change.entity !== 'selection' &&
    (change.entity === 'workspace' || isRequestKind(change.entity)) &&
    change.op !== 'updated',
});
