import { describe, expect, it } from 'vitest';

import { named, read } from './testing/read.js';

const document = read(
  `### login
POST http://shop.example/login
Content-Type: application/json

{ "name": "ada", "password": "love\\"lace", "token_type": "none", "pin": "{{pin}}" }

### form
POST http://shop.example/form
Content-Type: application/x-www-form-urlencoded

user=ada&client_secret=hush-hush&page=1

### report
# As ada with hush-hush (aHVzaC1odXNo).
GET http://shop.example/report?by=love"lace
Authorization: Basic ada:hush-hush

### note
POST http://shop.example/note
Content-Type: text/plain

hush-hush, said {{client_secret}}: aHVzaC1odXNo

### raw
POST http://shop.example/raw
Content-Type: text/plain

{ "password": "top-hat", "api_key": "a\\tb" }
`,
  { name: 'shop.http' },
);

const bodyOf = (name: string): unknown => {
  const request = named(document, name);
  return request.kind === 'rest' ? request.body : undefined;
};

describe('credentials in a document', { tags: 'import:secrets' }, () => {
  it('are secrets where a field of a body is named like one', () => {
    expect(document.environments).toMatchObject([
      {
        secrets: [
          { name: 'password', value: 'love"lace' },
          { name: 'client_secret', value: 'hush-hush' },
          { name: 'password_2', value: 'top-hat' },
        ],
      },
    ]);
    expect(bodyOf('login')).toEqual({
      type: 'json',
      content: '{ "name": "ada", "password": "{{password}}", "token_type": "none", "pin": "{{pin}}" }',
    });
    expect(bodyOf('form')).toMatchObject({
      fields: [{ value: 'ada' }, { name: 'client_secret', value: '{{client_secret}}' }, { value: '1' }],
    });
  });

  it('are found in JSON that is sent as text, unless a variable would not be sent so', () => {
    expect(bodyOf('raw')).toMatchObject({
      type: 'text',
      content: '{ "password": "{{password_2}}", "api_key": "a\\tb" }',
    });
  });

  it('are referred to wherever their values stand as they are', () => {
    expect(named(document, 'report')).toMatchObject({
      description: 'As ada with {{client_secret}} ({{client_secret}}).',
      queryParams: [{ name: 'by', value: '{{password}}' }],
      auth: { username: 'ada', password: '{{client_secret}}' },
    });
    // In another encoding, a value cannot be a variable.
    expect(bodyOf('note')).toMatchObject({
      content: 'hush-hush, said {{client_secret}}: aHVzaC1odXNo',
    });
  });

  it('are referred to in texts and in documents of GraphQL', () => {
    const collection = read({
      info: {
        name: 'Shop',
        description: 'Try k-0123.',
        schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      },
      variable: [{ key: 'apiKey', value: 'k-0123' }],
      item: [
        {
          name: 'note',
          request: { method: 'POST', url: 'http://a/k-0123', body: { mode: 'raw', raw: 'k: k-0123' } },
        },
        {
          name: 'graph',
          request: {
            method: 'POST',
            url: 'http://a/graphql',
            body: {
              mode: 'graphql',
              graphql: { query: '{ a(key: "k-0123") }', variables: '{"key": "k-0123"}' },
            },
          },
        },
      ],
    });
    expect(collection.folders[0]?.description).toBe('Try {{apiKey}}.');
    expect(named(collection, 'note')).toMatchObject({
      url: 'http://a/{{apiKey}}',
      body: { content: 'k: {{apiKey}}' },
    });
    expect(named(collection, 'graph')).toMatchObject({
      query: '{ a(key: "{{apiKey}}") }',
      variables: { key: '{{apiKey}}' },
    });
  });

  it('are told apart however many there are', { tags: 'cpu' }, () => {
    const item = Array.from({ length: 20_000 }, (_, at) => ({
      name: `R${at}`,
      request: {
        ...{ method: 'POST', url: 'http://a', header: [{ key: 'Authorization', value: `Token of-${at}` }] },
        body: { mode: 'raw', raw: `{"password": "of-${at}"}`, options: { raw: { language: 'json' } } },
      },
    }));
    const before = process.cpuUsage().user;
    const { environments } = read({ info: { name: 'A' }, item });
    expect(process.cpuUsage().user - before).toBeLessThan(10_000_000);
    expect(environments[0]?.secrets).toHaveLength(40_000);
  });
});
