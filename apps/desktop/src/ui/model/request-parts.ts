import type { Body, RestRequest } from '@tandem/core';

/** One line of a table: a name, a value, and whether it is switched on. */
export interface Row {
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
}

/** A part of a request as the page shows it. */
export type Part =
  | { readonly kind: 'rows'; readonly title: string; readonly rows: readonly Row[] }
  | { readonly kind: 'text'; readonly title: string; readonly note: string; readonly text: string };

const rows = (title: string, list: readonly Row[]): readonly Part[] =>
  list.length > 0 ? [{ kind: 'rows', title, rows: list }] : [];

const text = (title: string, note: string, content: string): readonly Part[] => [
  { kind: 'text', title, note, text: content },
];

const bodyParts = (body: Body): readonly Part[] => {
  switch (body.type) {
    case 'none':
      return [];
    case 'json':
      return text('Body', 'JSON', body.content);
    case 'text':
      return text('Body', body.contentType ?? 'text', body.content);
    case 'form-urlencoded':
      return rows('Body, form', body.fields);
    case 'multipart':
      return rows(
        'Body, multipart',
        body.parts.map((part) => ({
          name: part.name,
          value: 'file' in part ? `file ${part.file}` : part.value,
          enabled: part.enabled,
        })),
      );
    case 'binary':
      return text('Body', body.contentType ?? 'binary', `file ${body.file}`);
  }
};

const hidden = '••••••';

const authParts = ({ auth }: RestRequest): readonly Part[] => {
  switch (auth.type) {
    case 'none':
      return [];
    case 'basic':
      return rows('Auth, basic', [{ name: auth.username, value: hidden, enabled: true }]);
    case 'bearer':
      return rows('Auth, bearer', [{ name: 'token', value: hidden, enabled: true }]);
    case 'api-key':
      return rows(`Auth, key in ${auth.in}`, [{ name: auth.name, value: hidden, enabled: true }]);
  }
};

/** What a request is made of, without the parts that are empty; secrets of its auth are not shown. */
export const requestParts = (request: RestRequest): readonly Part[] => [
  ...rows('Path', request.pathParams),
  ...rows('Query', request.queryParams),
  ...rows('Headers', request.headers),
  ...authParts(request),
  ...bodyParts(request.body),
  ...(request.script === '' ? [] : text('Script', 'JavaScript', request.script)),
];
