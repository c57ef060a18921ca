import type { Change } from '@tandem/core';
import { type CallOptions, type RpcClient, RpcRefusal } from '@tandem/rpc';

import type { Resource, ResourceContent, Resources, ResourceTemplate } from './catalogue.js';

const json = 'application/json';
const workspaceUri = (id: string): string => `tandem://workspaces/${id}`;
const requestUri = (workspaceId: string, kind: 'rest' | 'graphql', id: string): string =>
  `${workspaceUri(workspaceId)}/${kind}/${id}`;

/** Where the whole body of a stored execution is read. */
export const bodyUri = (executionId: string): string => `tandem://executions/${executionId}/body`;

const templates: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'tandem://workspaces/{id}',
    name: 'workspace',
    title: 'Workspace',
    description: 'A workspace with its environments and the summaries of its requests.',
    mimeType: json,
  },
  {
    uriTemplate: 'tandem://workspaces/{id}/rest/{requestId}',
    name: 'rest-request',
    title: 'REST request',
    description: 'A saved REST request with all its fields.',
    mimeType: json,
  },
  {
    uriTemplate: 'tandem://workspaces/{id}/graphql/{requestId}',
    name: 'graphql-request',
    title: 'GraphQL request',
    description: 'A saved GraphQL request with all its fields.',
    mimeType: json,
  },
  {
    uriTemplate: 'tandem://executions/{id}/body',
    name: 'response-body',
    title: 'Response body',
    description: 'The response body of a stored execution, with secrets hidden.',
  },
];

const most = 500;

const summaries = async (client: RpcClient, workspaceId: string, options: CallOptions) => {
  const { requests: rest } = await client.call('rest_list', { workspaceId, take: most }, options);
  const { requests: graphql } = await client.call('graphql_list', { workspaceId, take: most }, options);
  return { rest, graphql };
};

const requestsOf = async (
  client: RpcClient,
  workspaceId: string,
  options: CallOptions,
): Promise<readonly Resource[]> => {
  const found = await summaries(client, workspaceId, options);
  const shown =
    (kind: 'rest' | 'graphql') => (request: { id: string; name: string; method: string; url: string }) => ({
      uri: requestUri(workspaceId, kind, request.id),
      name: request.id,
      title: request.name,
      description: `${request.method} ${request.url}`,
      mimeType: json,
    });
  return [...found.rest.map(shown('rest')), ...found.graphql.map(shown('graphql'))];
};

const listed = async (client: RpcClient, options: CallOptions): Promise<readonly Resource[]> => {
  const { workspaces } = await client.call('workspaces_list', { take: 100 }, options);
  const active = workspaces.find((one) => one.active);
  return [
    ...workspaces.map(({ id, name }) => ({ uri: workspaceUri(id), name: id, title: name, mimeType: json })),
    ...(active === undefined ? [] : await requestsOf(client, active.id, options)),
  ];
};

const content = (uri: string, value: unknown): ResourceContent => ({
  uri,
  mimeType: json,
  text: JSON.stringify(value),
});

const readBody = async (
  client: RpcClient,
  uri: string,
  id: string,
  options: CallOptions,
): Promise<ResourceContent | undefined> => {
  const call = (more: object) => client.call('executions_get', { id, ...more } as never, options);
  const { result } = await call({});
  const { body } = await call({ offset: 0, length: 1024 * 1024 });
  if (body === undefined) return undefined;
  const type = result?.response?.headers['content-type'];
  const mimeType = type ?? (body.encoding === 'text' ? 'text/plain' : 'application/octet-stream');
  return body.encoding === 'text'
    ? { uri, mimeType, text: body.content }
    : { uri, mimeType, blob: body.content };
};

const ofWorkspace =
  /^tandem:\/\/workspaces\/(ws_[0-9a-z]{16})(?:\/(rest|graphql)\/((?:rest|gql)_[0-9a-z]{16}))?$/;
const ofExecution = /^tandem:\/\/executions\/(exec_[0-9a-z]{16})\/body$/;

const readWorkspace = async (client: RpcClient, uri: string, id: string, options: CallOptions) => {
  const workspace = await client.call('workspaces_get', { id }, options);
  return content(uri, { ...workspace, ...(await summaries(client, id, options)) });
};

const readAny = async (
  client: RpcClient,
  uri: string,
  options: CallOptions,
): Promise<ResourceContent | undefined> => {
  const [, executionId] = ofExecution.exec(uri) ?? [];
  if (executionId !== undefined) return readBody(client, uri, executionId, options);
  const [, workspaceId, kind, id] = ofWorkspace.exec(uri) ?? [];
  if (workspaceId === undefined) return undefined;
  if (id === undefined) return readWorkspace(client, uri, workspaceId, options);
  const method = kind === 'rest' ? 'rest_get' : 'graphql_get';
  return content(uri, await client.call(method, { workspaceId, id } as never, options));
};

/** Refusals that mean that nothing is there. */
const absent: readonly string[] = ['NOT_FOUND', 'WORKSPACE_NOT_FOUND', 'INVALID_ARGUMENTS'];

const touched = ({ workspaceId, entity, id }: Change): readonly string[] => {
  const workspace = workspaceUri(workspaceId);
  if (entity === 'execution') return [bodyUri(id)];
  if (entity === 'folder') return [];
  return entity === 'rest' || entity === 'graphql'
    ? [requestUri(workspaceId, entity, id), workspace]
    : [workspace];
};

/** What a client may read without a tool: workspaces, requests, and bodies that a result had to cut. */
export const resourcesOf = (client: RpcClient): Resources => ({
  templates,
  list: (options) => listed(client, options),
  read: async (uri, options) => {
    try {
      return await readAny(client, uri, options);
    } catch (error) {
      if (error instanceof RpcRefusal && absent.includes(error.error.code)) return undefined;
      throw error;
    }
  },
  touched,
  changesList: ({ entity, op }) => entity !== 'execution' && entity !== 'environment' && op !== 'updated',
});
