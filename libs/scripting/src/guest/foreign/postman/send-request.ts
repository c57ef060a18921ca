import { type CallResult, type SendArguments, toEnabledPair } from '../../calls/calls.js';
import type { PendingWork, ShimParts } from '../shim.js';
import { toGraphqlBody, getLanguageType } from './request-body.js';
import { type Entry, PropertyList } from './property-list.js';
import { PostmanRequest, Url } from './request.js';
import { PostmanResponse } from './response.js';
import { toText } from '../text.js';

type Fields = Readonly<Record<string, unknown>>;
type Body = SendArguments['body'];
type Multipart = Extract<Body, { readonly type: 'multipart' }>;
type Pairs = readonly (readonly [string, string])[];

const isFile = ({ type }: Entry): boolean => type === 'file';

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Converts pairs in any form in which scripts pass them: a list of Postman, an array, an object or text. */
const toPairs = (given: unknown, between: string): Pairs => {
  if (given instanceof PropertyList) return given.toPairs();
  if (typeof given === 'string') {
    const lines = given.split(between === ':' ? /\r?\n/ : '&').filter((line) => line.trim() !== '');
    return lines.map((line) => {
      const at = line.indexOf(between);
      return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });
  }
  if (Array.isArray(given))
    return new PropertyList(given as Parameters<PropertyList['populate']>[0] as []).toPairs();
  return isRecord(given) ? Object.entries(given).map(([key, value]) => [key, toText(value)]) : [];
};

/** Converts the parts of a form, which may have content types of their own. */
const toFormParts = (given: unknown, warn: ShimParts['warn']): Multipart['parts'] => {
  const isList = given instanceof PropertyList || Array.isArray(given);
  if (!isList) return toPairs(given, '=').map(toEnabledPair);
  const list = new PropertyList(given instanceof PropertyList ? given.all() : (given as Entry[]));
  if (list.has(isFile)) warn('uploading files from scripts is not allowed');
  list.remove(isFile);
  return list.toFields().map((field) => ({ ...field, enabled: true }));
};

const toSendBody = (given: unknown, warn: ShimParts['warn']): Body => {
  if (given === undefined || given === null) return { type: 'none' };
  if (typeof given === 'string') return { type: 'text', content: given };
  const { mode, raw, urlencoded, formdata, graphql, options } = given as Fields;
  switch (mode) {
    case undefined:
    case 'raw': {
      const contentType = getLanguageType(options);
      const content = raw === undefined || raw === null ? '' : toText(raw);
      return { type: 'text', content, ...(contentType === undefined ? {} : { contentType }) };
    }
    case 'urlencoded':
      return { type: 'form-urlencoded', fields: toPairs(urlencoded, '=').map(toEnabledPair) };
    case 'formdata':
      return { type: 'multipart', parts: toFormParts(formdata, warn) };
    case 'graphql':
      return {
        type: 'text',
        content: JSON.stringify(toGraphqlBody(graphql)),
        contentType: 'application/json',
      };
    case 'file':
      warn('uploading files from scripts is not allowed');
      return { type: 'none' };
    default:
      throw new TypeError(
        `pm.sendRequest takes a body with the mode raw, urlencoded, formdata or graphql, not ${toText(mode)}`,
      );
  }
};

type Auth = NonNullable<SendArguments['auth']>;

/** Converts the auth of a request. Its fields are an object, or a list of keys and values. */
const toAuth = (given: unknown): Auth | undefined => {
  if (!isRecord(given) || given.type === undefined || given.type === 'noauth') return undefined;
  const type = toText(given.type);
  const fields = Object.fromEntries(toPairs(given[type], '='));
  const { username = '', password = '', token = '', key = '', value = '' } = fields;
  switch (type) {
    case 'basic':
    case 'digest':
      return { type, username, password };
    case 'bearer':
      return { type, token };
    case 'apikey':
      return { type: 'api-key', name: key, value, in: fields.in === 'query' ? 'query' : 'header' };
    default:
      throw new TypeError(
        `pm.sendRequest takes the auth basic, bearer, apikey or digest here, not ${type}. Save that request and call pm.execution.runRequest.`,
      );
  }
};

const formatUrl = (url: unknown): string => {
  if (url instanceof Url || !isRecord(url)) return String(url);
  const { raw, protocol, host, port, path, query } = url;
  if (typeof raw === 'string' && host === undefined) return raw;
  const joined = (value: unknown, between: string): string =>
    Array.isArray(value) ? value.map(toText).join(between) : toText(value ?? '');
  const search = toPairs(query, '=').map(([name, value]) => `${name}=${value}`);
  return [
    protocol === undefined ? '' : `${toText(protocol)}://`,
    joined(host, '.'),
    port === undefined || port === '' ? '' : `:${toText(port)}`,
    path === undefined ? '' : `/${joined(path, '/').replace(/^\//, '')}`,
    search.length === 0 ? '' : `?${search.join('&')}`,
  ].join('');
};

/** Converts the argument of `pm.sendRequest`: a URL, or a request as in a collection. */
export const getRequest = (given: unknown, warn: ShimParts['warn']): SendArguments => {
  if (given === undefined || given === null || given === '')
    throw new Error('sendrequest: nothing to request');
  if (typeof given === 'string' || given instanceof Url)
    return { url: formatUrl(given), method: 'GET', headers: [], body: { type: 'none' } };
  const { url, method, header, headers, body, auth } = given as Fields;
  const found = toAuth(auth);
  return {
    url: formatUrl(url),
    method: method === undefined ? 'GET' : toText(method).toUpperCase(),
    headers: toPairs(given instanceof PostmanRequest ? headers : header, ':').map(toEnabledPair),
    body: toSendBody(body, warn),
    ...(found === undefined ? {} : { auth: found }),
  };
};

type Callback = (error: unknown, response: PostmanResponse | null, more?: object) => void;

/** Adds to an error the code of the system, such as ECONNREFUSED, if it has one, as Postman does. */
const toSystemError = (error: unknown): unknown => {
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  return typeof cause === 'string' ? Object.assign(error as object, { code: cause }) : error;
};

/** Creates `pm.sendRequest` and `pm.execution.runRequest`. The script ends only after their requests. */
export const createRequests = ({ send, execute, warn, library }: ShimParts, pending: () => PendingWork) => {
  const toPostmanResponse = (called: CallResult) => new PostmanResponse(called.response, called, library);
  /** Calls a callback with the outcome of the work. The script waits until the callback returns. */
  const settling = (work: Promise<CallResult>, callback: Callback): void => {
    const { begin, fail } = pending();
    const ended = begin();
    const guarded = (call: () => void): void => {
      try {
        call();
      } catch (error) {
        fail(error);
      }
      ended();
    };
    work.then(
      (called) => {
        const cookies = called.response.cookies.map(({ name, value }) => ({ key: name, name, value }));
        guarded(() => {
          callback(null, toPostmanResponse(called), { cookies: new PropertyList(cookies) });
        });
      },
      (error: unknown) => {
        guarded(() => {
          callback(toSystemError(error), null);
        });
      },
    );
  };
  return {
    sendRequest: <P>(pm: P, given: unknown, callback: unknown): P | Promise<PostmanResponse> => {
      const work = (async () => send(getRequest(given, warn)))();
      if (typeof callback !== 'function') return work.then(toPostmanResponse);
      settling(work, (callback as Callback).bind(pm));
      return pm;
    },
    runRequest: async (request: unknown, options: unknown = {}): Promise<PostmanResponse | null> => {
      const { variables } = options as { readonly variables?: Readonly<Record<string, unknown>> };
      try {
        const args = { request: toText(request), ...(variables === undefined ? {} : { variables }) };
        return toPostmanResponse(await execute(args));
      } catch (error) {
        if ((error as { readonly code?: unknown } | null)?.code === 'SKIPPED') return null;
        throw error;
      }
    },
  };
};
