import { expect, it } from 'vitest';

import { toRequestFields, toGraphqlFields } from './from-sent.js';

const header = (name: string, value: string) => ({ name, value });

it('a sent request becomes request fields, with variables in place of redacted secrets', () => {
  const headers = [
    header('Host', 'h'),
    header('content-type', 'application/json'),
    header('x-key', '‹secret:KEY›'),
  ];
  const body = { type: 'text', text: '{"k":"‹secret:KEY›"}', truncated: false } as const;
  expect(
    toRequestFields({ method: 'POST', url: 'http://h/?k=‹secret:KEY›', carried: { headers, body } }),
  ).toEqual({
    fields: {
      method: 'POST',
      url: 'http://h/?k={{KEY}}',
      headers: [
        { name: 'content-type', value: 'application/json', enabled: true },
        { name: 'x-key', value: '{{KEY}}', enabled: true },
      ],
      body: { type: 'json', content: '{"k":"{{KEY}}"}' },
      auth: { type: 'none' },
    },
  });
});

it('a sent multipart body becomes parts, and its content type is dropped because it contains the boundary', () => {
  const parts = [
    { name: 'a', value: '1', isFile: false },
    { name: 'b', value: 'files/b.png', isFile: true },
  ];
  const headers = [header('Content-Type', 'multipart/form-data; boundary=x')];
  const carried = { headers, body: { type: 'multipart', parts } } as const;
  expect(toRequestFields({ method: 'POST', url: 'http://h/', carried }).fields).toMatchObject({
    headers: [],
    body: {
      type: 'multipart',
      parts: [
        { name: 'a', value: '1', enabled: true },
        { name: 'b', file: 'files/b.png', enabled: true },
      ],
    },
  });
});

it('an execution that cannot become a request is refused with the reason', () => {
  const body = { type: 'text', text: 'x', truncated: true } as const;
  expect(toRequestFields({ method: 'GET', url: 'http://h/', carried: null }).problem).toContain('not stored');
  expect(
    toRequestFields({ method: 'GET', url: 'http://h/', carried: { headers: [], body } }).problem,
  ).toContain('beginning');
});

it('a sent GraphQL request becomes the fields of a GraphQL request', () => {
  const headers = [{ name: 'content-type', value: 'application/json', enabled: true }];
  const fieldsWith = (content: string) => {
    const body = { type: 'json', content } as const;
    return { method: 'POST', url: 'http://h/g', headers, body, auth: { type: 'none' } as const };
  };
  const sent = { query: 'query A { a }', variables: { x: 1 }, operationName: 'A' };
  expect(toGraphqlFields(fieldsWith(JSON.stringify(sent)))).toEqual({
    url: 'http://h/g',
    headers: [],
    auth: { type: 'none' },
    ...sent,
  });
  const digits = '{"query":"query A { a }","variables":{"x":12345678901234567890}}';
  expect(String(toGraphqlFields(fieldsWith(digits))?.variables?.x)).toBe('12345678901234567890');
  expect(toGraphqlFields(fieldsWith('[]'))).toBeUndefined();
  expect(toGraphqlFields(fieldsWith('{'))).toBeUndefined();
});

it('each part of a sent form keeps its content type and file name', () => {
  const typed = { contentType: 'text/csv', filename: 'a.csv', headers: [{ name: 'X-Id', value: '7' }] };
  const parts = [{ name: 'a', value: '1;2', isFile: false, ...typed }];
  const carried = { headers: [], body: { type: 'multipart', parts } } as const;
  expect(toRequestFields({ method: 'POST', url: 'http://h/', carried }).fields?.body).toEqual({
    type: 'multipart',
    parts: [
      {
        ...{ name: 'a', value: '1;2', enabled: true, filename: 'a.csv', contentType: 'text/csv' },
        headers: [{ name: 'X-Id', value: '7', enabled: true }],
      },
    ],
  });
});
