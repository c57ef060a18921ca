import {
  filterEnabledPairs,
  encodeSegment,
  formatGraphqlPost,
  formatGraphqlVariables,
  type LeftOut,
  type Pair,
} from '@tandem/core';
import { toStrictJson } from '@tandem/core/codec';

import type { EffectiveRequest } from '../effective-request.js';

const toLiteral = (value: unknown): string => JSON.stringify(value);

type Report = (what: string) => void;

/** The parts of a request in a script; every string is filled in when it is sent. */
export interface K6Request {
  readonly method: string;
  readonly url: string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: readonly (readonly [string, string])[];
  /** An expression. */
  readonly body: string;
  /** The user and password of a challenge-response auth. */
  readonly login?: { readonly kind: 'digest' | 'ntlm'; readonly username: string; readonly password: string };
  readonly basic?: readonly [username: string, password: string];
}

const toEnabledEntries = (list: readonly Pair[]) =>
  filterEnabledPairs(list).map(({ name, value }): readonly [string, string] => [name, value]);

const toK6Auth = ({ auth }: EffectiveRequest['inherited']['auth'], report: Report): Partial<K6Request> => {
  switch (auth.type) {
    case 'none':
      return {};
    case 'basic':
      return { basic: [auth.username, auth.password] };
    case 'bearer':
      return { headers: [['Authorization', `Bearer ${auth.token}`]] };
    case 'api-key':
      return { [auth.in === 'header' ? 'headers' : 'query']: [[auth.name, auth.value]] };
    case 'digest':
    case 'ntlm':
      return { login: { kind: auth.type, username: auth.username, password: auth.password } };
    default:
      report(`the auth “${auth.type}”`);
      return {};
  }
};

const toK6Body = ({ request }: EffectiveRequest, report: Report): readonly [body: string, type?: string] => {
  if ('query' in request) {
    const { query, variables, operationName } = request;
    const text = formatGraphqlPost(query, toStrictJson(formatGraphqlVariables(variables)), operationName);
    return [`fillJson(${toLiteral(text)})`, 'application/json'];
  }
  const { body } = request;
  switch (body.type) {
    case 'none':
      return ['null'];
    case 'json':
      return [`fillJson(${toLiteral(body.content)})`, 'application/json'];
    case 'text':
      return [`fill(${toLiteral(body.content)})`, body.contentType ?? 'text/plain'];
    case 'form-urlencoded':
      return [`encode(${toLiteral(toEnabledEntries(body.fields))})`, 'application/x-www-form-urlencoded'];
    case 'multipart':
      report('its multipart body');
      return ['null'];
    case 'binary':
      report(`the file ${body.file} that is its body`);
      return ['null'];
  }
};

/** A request for a k6 script, and what the script leaves out. */
export const createK6Request = (one: EffectiveRequest): readonly [K6Request, readonly LeftOut[]] => {
  const { request, inherited, path } = one;
  const leftOut: LeftOut[] = [];
  const report: Report = (what) => leftOut.push({ place: path, what });
  const auth = toK6Auth(inherited.auth, report);
  const [body, type] = toK6Body(one, report);
  const own = toEnabledEntries(inherited.headers);
  const has = (name: string): boolean => own.some(([key]) => key.trim().toLowerCase() === name);
  const isRest = !('query' in request);
  const filled = isRest ? filterEnabledPairs(request.pathParams) : [];
  const url = request.url.replace(/(?<=\/):([\w-]+)/g, (written, name: string) => {
    const found = filled.find((param) => param.name === name);
    return found === undefined
      ? written
      : encodeSegment(found.value).replace(/%7B/g, '{').replace(/%7D/g, '}');
  });
  const authHeaders = (auth.headers ?? []).filter(([name]) => !has(name.toLowerCase()));
  return [
    {
      method: isRest ? request.method : 'POST',
      url: url.replace(/#.*$/s, ''),
      query: [...(isRest ? toEnabledEntries(request.queryParams) : []), ...(auth.query ?? [])],
      headers: [
        ...own,
        ...authHeaders,
        ...(type === undefined || has('content-type') ? [] : [['Content-Type', type] as const]),
      ],
      body,
      ...(auth.login === undefined ? {} : { login: auth.login }),
      ...(auth.basic === undefined || has('authorization') ? {} : { basic: auth.basic }),
    },
    leftOut,
  ];
};
