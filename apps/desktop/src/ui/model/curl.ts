import type { Auth, Body, GraphqlRequest, MultipartPart, RequestSettings, RestRequest } from '@tandem/core';

import { isGraphql, type SavedRequest } from './saved-request.js';

/** A word of a POSIX shell that stands for exactly this text. */
const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

const enabled = <P extends { readonly enabled: boolean }>(pairs: readonly P[]): readonly P[] =>
  pairs.filter((pair) => pair.enabled);

/** Percent-encoded, but for the `{{variables}}` in it. */
const encoded = (text: string): string =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part.replace(/\p{Cs}/gu, '\ufffd'))))
    .join('');

/** curl leaves a header without a value out, unless a semicolon stands in for the colon. */
const headerWords = (name: string, value: string): readonly string[] => [
  '--header',
  value.trim() === '' ? `${name};` : `${name}: ${value}`,
];

type Has = (name: string) => boolean;

const authWords = (auth: Auth, has: Has): readonly string[] => {
  switch (auth.type) {
    case 'none':
      return [];
    case 'basic':
      return has('authorization') ? [] : ['--user', `${auth.username}:${auth.password}`];
    case 'bearer':
      return has('authorization') ? [] : headerWords('Authorization', `Bearer ${auth.token}`);
    case 'api-key':
      return auth.in === 'header' && !has(auth.name) ? headerWords(auth.name, auth.value) : [];
  }
};

const typeWords = (type: string, has: Has): readonly string[] =>
  has('content-type') ? [] : headerWords('Content-Type', type);

/** A name or a file of `--form`, in quotes where it has one of the signs that part its words. */
const formQuoted = (text: string): string =>
  /[;,"\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;

const partWords = (part: MultipartPart): readonly string[] => {
  if ('value' in part) return ['--form-string', `${part.name}=${part.value}`];
  const { name, file, filename, contentType } = part;
  const filed = filename === undefined ? '' : `;filename=${formQuoted(filename)}`;
  const typed = contentType === undefined ? '' : `;type=${contentType}`;
  return ['--form', `${name}=@${formQuoted(file)}${filed}${typed}`];
};

const bodyWords = (body: Body, has: Has): readonly string[] => {
  switch (body.type) {
    case 'none':
      return [];
    case 'json':
      return [...typeWords('application/json', has), '--data-raw', body.content];
    case 'text':
      return [...typeWords(body.contentType ?? 'text/plain; charset=utf-8', has), '--data-raw', body.content];
    case 'form-urlencoded':
      // curl encodes the values alone.
      return enabled(body.fields).flatMap(({ name, value }) => [
        '--data-urlencode',
        `${encoded(name)}=${value}`,
      ]);
    case 'multipart':
      return enabled(body.parts).flatMap(partWords);
    case 'binary':
      return [
        ...typeWords(body.contentType ?? 'application/octet-stream', has),
        '--data-binary',
        `@${body.file}`,
      ];
  }
};

const urlOf = ({ url, queryParams, pathParams, auth }: RestRequest): string => {
  const key = auth.type === 'api-key' && auth.in === 'query' ? [{ ...auth, enabled: true }] : [];
  const filled = enabled(pathParams).reduce(
    (text, { name, value }) => text.replace(new RegExp(`(?<=/):${name}(?!\\w)`, 'g'), () => encoded(value)),
    url.trim(),
  );
  const query = [...enabled(queryParams), ...key]
    .map(({ name, value }) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
  const [, before = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(filled) ?? [];
  return query === '' ? filled : `${before}${before.includes('?') ? '&' : '?'}${query}${fragment}`;
};

/** The method, unless curl chooses it itself; a HEAD that is only named would have it wait for a body. */
const methodWords = (method: string, hasBody: boolean): readonly string[] => {
  if (method === (hasBody ? 'POST' : 'GET')) return [];
  return method === 'HEAD' && !hasBody ? ['--head'] : ['--request', method];
};

const redirectWords = ({ followRedirects = true, maxRedirects }: RequestSettings): readonly string[] => {
  if (!followRedirects) return [];
  return ['--location', ...(maxRedirects === undefined ? [] : ['--max-redirs', String(maxRedirects)])];
};

/** Keeps curl from taking brackets and braces of a URL for a list of URLs. */
const urlWords = (url: string): readonly string[] => [
  ...(/[[\]{}]/.test(url.replace(/\{\{[^{}]*\}\}/g, '')) ? ['--globoff'] : []),
  url,
];

const graphqlBody = ({ query, variables, operationName }: GraphqlRequest): Body => ({
  type: 'json',
  content: JSON.stringify({ query, variables, ...(operationName === null ? {} : { operationName }) }),
});

const words = (request: SavedRequest): readonly string[] => {
  const headers = enabled(request.headers);
  const has: Has = (name) => headers.some((one) => one.name.toLowerCase() === name.toLowerCase());
  const body = bodyWords(isGraphql(request) ? graphqlBody(request) : request.body, has);
  return [
    ...methodWords(isGraphql(request) ? 'POST' : request.method.trim(), body.length > 0),
    ...urlWords(isGraphql(request) ? request.url.trim() : urlOf(request)),
    ...redirectWords(request.settings),
    ...headers.flatMap(({ name, value }) => headerWords(name, value)),
    ...authWords(request.auth, has),
    ...body,
  ];
};

/** The request as a curl command for a POSIX shell; `{{variables}}` stand as they are. */
export const curlOf = (request: SavedRequest): string => ['curl', ...words(request).map(quoted)].join(' ');
