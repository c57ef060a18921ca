import {
  type Body,
  replaceMarkersByVariables,
  type MultipartPart,
  type SentBody,
  type SentPart,
  type SentRequest,
  type ExecutionId,
  type SavedRequest,
} from '@tandem/core';
import { decode, Json, parseJson, struct, t } from '@tandem/core/codec';

import type { Link } from '../link/link.js';

/** Creates a request from what an execution sent. Rejects with the reason if that is not completely stored. */
export const createFromExecution = async (link: Link, id: ExecutionId): Promise<SavedRequest> => {
  const { execution, sent } = await link.call('executions_get', { id, request: true });
  const { method, url } = execution;
  const { fields, problem } = toRequestFields({ method, url, carried: sent ?? null });
  if (fields === undefined) throw new Error(`Not saved as a request. ${problem}`);
  const { name, kind } = execution;
  const graphql = kind === 'graphql' ? toGraphqlFields(fields) : undefined;
  return graphql === undefined
    ? link.call('rest_create', { name, ...fields })
    : link.call('graphql_create', { name, ...graphql });
};

/** Headers that are not copied, because the connection or the body adds them. */
const generatedHeaders: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'accept-encoding',
  'user-agent',
]);

const getContentType = (headers: SentRequest['headers']): string =>
  headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';

const toPart = ({ name, value, isFile, filename, contentType, headers }: SentPart): MultipartPart => ({
  name: replaceMarkersByVariables(name),
  enabled: true,
  ...(isFile ? { file: replaceMarkersByVariables(value) } : { value: replaceMarkersByVariables(value) }),
  ...(filename === undefined ? {} : { filename: replaceMarkersByVariables(filename) }),
  ...(contentType === undefined ? {} : { contentType: replaceMarkersByVariables(contentType) }),
  ...(headers === undefined
    ? {}
    : {
        headers: headers.map((one) => ({
          name: one.name,
          value: replaceMarkersByVariables(one.value),
          enabled: true,
        })),
      }),
});

const toBody = (body: SentBody, type: string): Body => {
  switch (body.type) {
    case 'none':
      return { type: 'none' };
    case 'text': {
      const content = replaceMarkersByVariables(body.text);
      return /^application\/json\b/i.test(type) ? { type: 'json', content } : { type: 'text', content };
    }
    case 'multipart':
      return {
        type: 'multipart',
        parts: body.parts.map(toPart),
      };
    case 'file':
      return { type: 'binary', file: body.file };
  }
};

/** The parts of a sent request that become fields. */
export interface SentFields {
  readonly method: string;
  readonly url: string;
  readonly carried: SentRequest | null;
}

/** Returns the fields of a request that would send the same, or the reason why that is not possible. */
export const toRequestFields = ({ method, url, carried }: SentFields) => {
  if (carried === null) return { problem: 'The headers and the body are not stored.' };
  if (carried.body.type === 'text' && carried.body.truncated)
    return { problem: 'Only the beginning of the body is stored.' };
  const isMultipart = carried.body.type === 'multipart';
  return {
    fields: {
      method,
      url: replaceMarkersByVariables(url),
      headers: carried.headers
        .filter(({ name }) => !generatedHeaders.has(name.toLowerCase()))
        .filter(({ name }) => !(isMultipart && name.toLowerCase() === 'content-type'))
        .map(({ name, value }) => ({ name, value: replaceMarkersByVariables(value), enabled: true })),
      body: toBody(carried.body, getContentType(carried.headers)),
      // The request needs no auth: the headers and the URL contain the values that the auth has sent.
      auth: { type: 'none' } as const,
    },
  };
};

type Fields = NonNullable<ReturnType<typeof toRequestFields>['fields']>;

const PostedGraphql = struct(
  'a GraphQL request as it was sent',
  { query: t.string },
  { variables: t.record(t.string, Json), operationName: t.union([t.string, t.null]) },
);

const tryParseJson = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};

/** Returns the fields of a GraphQL request that would send the same; undefined if the body is not a GraphQL request. */
export const toGraphqlFields = ({ url, headers, body, auth }: Fields) => {
  const posted = decode(PostedGraphql)(body.type === 'json' ? tryParseJson(body.content) : undefined);
  if (posted._tag === 'Left') return undefined;
  const own = headers.filter(({ name }) => name.toLowerCase() !== 'content-type');
  return { url, headers: own, auth, ...posted.right };
};
