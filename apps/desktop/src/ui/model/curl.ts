import type { Auth, Body, Pair, RestRequest } from '@tandem/core';

import { isGraphql, type SavedRequest } from './saved-request.js';

/** A word of a POSIX shell that stands for exactly this text. */
const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

const enabled = (pairs: readonly Pair[]): readonly Pair[] => pairs.filter((pair) => pair.enabled);

const authWords = (auth: Auth): readonly string[] => {
  switch (auth.type) {
    case 'none':
      return [];
    case 'basic':
      return ['--user', `${auth.username}:${auth.password}`];
    case 'bearer':
      return ['--header', `Authorization: Bearer ${auth.token}`];
    case 'api-key':
      return auth.in === 'header' ? ['--header', `${auth.name}: ${auth.value}`] : [];
  }
};

const contentType = (value: string | undefined): readonly string[] =>
  value === undefined ? [] : ['--header', `Content-Type: ${value}`];

const bodyWords = (body: Body): readonly string[] => {
  switch (body.type) {
    case 'none':
      return [];
    case 'json':
      return [...contentType('application/json'), '--data-raw', body.content];
    case 'text':
      return [...contentType(body.contentType ?? 'text/plain'), '--data-raw', body.content];
    case 'form-urlencoded':
      return enabled(body.fields).flatMap(({ name, value }) => ['--data-urlencode', `${name}=${value}`]);
    case 'multipart':
      return body.parts
        .filter((part) => part.enabled)
        .flatMap((part) =>
          'file' in part
            ? ['--form', `${part.name}=@${part.file}`]
            : ['--form-string', `${part.name}=${part.value}`],
        );
    case 'binary':
      return [
        ...contentType(body.contentType ?? 'application/octet-stream'),
        '--data-binary',
        `@${body.file}`,
      ];
  }
};

const urlOf = ({ url, queryParams, pathParams, auth }: RestRequest): string => {
  const key = auth.type === 'api-key' && auth.in === 'query' ? [{ ...auth, enabled: true }] : [];
  const filled = enabled(pathParams).reduce(
    (text, { name, value }) =>
      text.replace(new RegExp(`(?<=/):${name}(?!\\w)`, 'g'), () => encodeURIComponent(value)),
    url,
  );
  const query = [...enabled(queryParams), ...key]
    .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
    .replaceAll('%7B%7B', '{{')
    .replaceAll('%7D%7D', '}}');
  return query === '' ? filled : `${filled}${filled.includes('?') ? '&' : '?'}${query}`;
};

const words = (request: SavedRequest): readonly string[] => {
  const headers = enabled(request.headers).flatMap(({ name, value }) => ['--header', `${name}: ${value}`]);
  const common = [...headers, ...authWords(request.auth)];
  if (!isGraphql(request))
    return ['--request', request.method, urlOf(request), ...common, ...bodyWords(request.body)];
  const { query, variables, operationName } = request;
  const body = JSON.stringify({ query, variables, ...(operationName === null ? {} : { operationName }) });
  return ['--request', 'POST', request.url, ...common, ...bodyWords({ type: 'json', content: body })];
};

/** The request as a curl command for a POSIX shell; `{{variables}}` stand as they are. */
export const curlOf = (request: SavedRequest): string => ['curl', ...words(request).map(quoted)].join(' ');
