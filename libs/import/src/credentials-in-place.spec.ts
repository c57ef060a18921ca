import { describe, expect, it } from 'vitest';

import { findRequest, read } from './testing/read.js';
import { createVault, findCookieReason } from './credentials/vault.js';

/** Two tokens of one issuer with the same prefix. */
const header = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';
const token = `${header}.eyJzdWIiOiIxMDAxIiwibmFtZSI6ImFkYSJ9.Q1w2e3R4t5Y6u7I8o9P0aSdFgHjKlZxCvBnM1q2w3e4`;
const other = `${header}.eyJzdWIiOiIxMDAxIiwibmFtZSI6ImJvYiJ9.Z9x8c7V6b5N4m3L2k1J0hGfDsApOiUyTrEwQ0p9o8i7`;

const collection = (request: object, more: object = {}) =>
  read({
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name: 'r', request: { method: 'GET', url: 'https://shop.example/r', ...request }, ...more }],
  });
const bearer = { header: [{ key: 'Authorization', value: `Bearer ${token}` }] };

describe('text that shares a part with a secret', { tags: ['import:secrets'] }, () => {
  it('is replaced completely in a description if it is a token with the same prefix', () => {
    const { description } = findRequest(
      collection({ ...bearer, description: `Not ${other}. See [the project](#the-project).` }),
      'r',
    );
    expect(description).toBe('Not {{authorization}}. See [the project](#the-project).');
  });

  it('stays unchanged in a description if it is a word', () => {
    const fields = 'OAuth realm="project", oauth_token="9f8e7d6c5b4a39281706", oauth_nonce="hierarchy"';
    const document = collection({
      header: [{ key: 'Authorization', value: fields }],
      description: 'The hierarchy of the project.',
    });
    expect(findRequest(document, 'r').description).toBe('The hierarchy of the project.');
  });

  it('stays unchanged in a saved example', () => {
    const body = `{"name":"ada","iss":"${header}"}`;
    const document = collection(bearer, { response: [{ name: 'e', code: 200, body }] });
    expect(findRequest(document, 'r')).toMatchObject({ examples: [{ response: { body: { data: body } } }] });
  });

  it('becomes a reference where it contains the complete secret', () => {
    const { description } = findRequest(collection({ ...bearer, description: `As with ${token}.` }), 'r');
    expect(description).toBe('As with {{authorization}}.');
  });
});

describe('a token in JSON inside a description', { tags: ['import:secrets'] }, () => {
  it('becomes a secret', () => {
    const document = collection({
      description: `Answers {"accessToken": "${token}", "password": "love lace"}.`,
    });
    expect(findRequest(document, 'r').description).toBe(
      'Answers {"accessToken": "{{accessToken}}", "password": "love lace"}.',
    );
    expect(document.environments).toMatchObject([{ secrets: [{ name: 'accessToken', value: token }] }]);
  });
});

describe('credentials in an API description', { tags: ['import:secrets'] }, () => {
  const api = (example: object) =>
    read({
      ...{ openapi: '3.1.0', info: { title: 'A', version: '1' }, servers: [{ url: 'https://a.example' }] },
      paths: {
        '/login': {
          post: {
            parameters: [
              {
                name: 'api_key',
                in: 'query',
                required: true,
                schema: { default: 'sk_9f8e7d6c5b4a39281706' },
              },
            ],
            requestBody: { content: { 'application/json': { example } } },
          },
        },
      },
    });

  it('are stored as secrets if they are keys or tokens', () => {
    const document = api({ user: 'ada', refresh_token: token });
    const [request] = document.requests;
    expect(JSON.stringify(request)).not.toContain(token);
    expect(JSON.stringify(request)).not.toContain('sk_9f8e7d6c5b4a39281706');
    const secrets = document.environments.flatMap((one) => one.secrets);
    expect(secrets).toMatchObject([
      { name: 'api_key', value: 'sk_9f8e7d6c5b4a39281706' },
      { name: 'refresh_token', value: token },
    ]);
  });

  it('stay unchanged if they are example passwords', () => {
    const [request] = api({ password: 'pa$$word', client_secret: 'top-hat-1' }).requests;
    expect(JSON.stringify(request)).toContain('pa$$word');
    expect(JSON.stringify(request)).toContain('top-hat-1');
  });
});

describe('an analytics cookie', { tags: ['import:secrets'] }, () => {
  it.each(['_ga', '_gid', '_ga_8JX2K1', '__utma', '_fbp'])('does not become a secret: %s', (name) => {
    expect(findCookieReason(name, 'GA1.2.382963395.1498614516')).toBeUndefined();
  });
});

describe('a header that describes its value', { tags: ['import:secrets'] }, () => {
  it('does not become a secret', () => {
    const value =
      'AWS4-HMAC-SHA256 Credential=<accessKeyId>/20220110/eu, SignedHeaders=host, Signature=<signature>';
    const document = collection({ header: [{ key: 'Authorization', value }] });
    expect(findRequest(document, 'r').headers).toMatchObject([{ value }]);
    expect(document.environments).toEqual([]);
  });
});

describe('a cookie whose value is a path', { tags: ['import:secrets'] }, () => {
  it('does not become a secret', () => {
    expect(findCookieReason('theme', '/css/dist/icons.data.svg.css?fgv39')).toBeUndefined();
  });
});

describe('a value that the caller excludes', { tags: ['import:secrets'] }, () => {
  it('does not become a secret', () => {
    expect(createVault([], (value) => value === 'a').reference('token', 'a')).toBe('a');
  });
});

describe('the credentials in a URL', { tags: ['import:secrets', 'import:secrets:place'] }, () => {
  const password = '9fQ2kLz81xAbC7';

  it("become a secret in a request's URL and in the name derived from the URL", () => {
    const document = read(`# @note\nGET https://ann:${password}@shop.example/x\n`, { name: 'shop.http' });
    expect(JSON.stringify([document.requests, document.leftOut])).not.toContain(password);
    expect(document.requests).toMatchObject([{ url: 'https://ann:{{password}}@shop.example/x' }]);
    expect(document.environments).toMatchObject([{ secrets: [{ name: 'password', value: password }] }]);
  });

  it('become a secret in the value of a variable', () => {
    const values = [{ key: 'base', value: `https://ann:${password}@shop.example`, enabled: true }];
    const { environments } = read({ name: 'Dev', values, _postman_variable_scope: 'environment' });
    expect(environments).toMatchObject([
      {
        variables: [{ name: 'base', value: 'https://ann:{{password}}@shop.example' }],
        secrets: [{ name: 'password', value: password }],
      },
    ]);
  });

  it('stay unchanged if they are a word or a reference', () => {
    for (const word of ['password', '{{pw}}'])
      expect(findRequest(collection({ url: `https://ann:${word}@shop.example/` }), 'r')).toMatchObject({
        url: `https://ann:${word}@shop.example/`,
      });
  });

  it('become a secret in the query of a GraphQL URL', () => {
    const body = { mode: 'graphql', graphql: { query: '{ a }' } };
    const url = `https://shop.example/g?api_key=${password}&page=2`;
    expect(findRequest(collection({ method: 'POST', url, body }), 'r')).toMatchObject({
      url: 'https://shop.example/g?api_key={{api_key}}&page=2',
    });
  });
});
