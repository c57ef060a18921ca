import { describe, expect, it } from 'vitest';

import { read, readRefusal } from '../testing/read.js';

const text = '### a\nGET {{host}}/users\nAuthorization: Bearer {{apiKey}}\n';
const sharedFile = 'http-client.env.json';
const privateFile = 'http-client.private.env.json';

const readWith = (files: Readonly<Record<string, unknown>>) =>
  read(text, {
    name: 'shop.http',
    files: new Map(
      Object.entries(files).map(([file, one]) => [file, typeof one === 'string' ? one : JSON.stringify(one)]),
    ),
  });

describe('environments in files beside an .http file', { tags: 'import:first-run' }, () => {
  it('come with it, with values of the private file as secrets', () => {
    const document = readWith({
      [sharedFile]: {
        dev: { host: 'http://dev.example', apiKey: '', limit: 5 },
        live: { host: 'http://live.example' },
      },
      [privateFile]: { dev: { apiKey: 'key-of-dev-1' }, mine: { host: 'http://mine.example' } },
    });
    expect(document.environments).toEqual([
      {
        name: 'dev',
        variables: [
          { name: 'host', value: 'http://dev.example', enabled: true },
          { name: 'limit', value: '5', type: 'number', enabled: true },
        ],
        secrets: [{ name: 'apiKey', value: 'key-of-dev-1', enabled: true }],
      },
      {
        name: 'live',
        variables: [{ name: 'host', value: 'http://live.example', enabled: true }],
        secrets: [],
      },
      {
        name: 'mine',
        variables: [],
        secrets: [{ name: 'host', value: 'http://mine.example', enabled: true }],
      },
    ]);
    expect(document).not.toHaveProperty('missing');
  });

  it('take the values that Visual Studio shares between all of them', () => {
    const { environments } = readWith({
      [sharedFile]: { $shared: { host: 'http://all.example', version: 'v1' }, dev: { version: 'v2' } },
      [privateFile]: {},
    });
    expect(environments).toMatchObject([
      {
        name: 'dev',
        variables: [
          { name: 'host', value: 'http://all.example' },
          { name: 'version', value: 'v2' },
        ],
      },
    ]);
  });

  it('are reported as lost if they cannot be read, and so are settings of the editor', () => {
    const { environments, leftOut } = readWith({
      [sharedFile]: '{"dev": ',
      [privateFile]: {
        dev: { Security: { Auth: {} }, key: { provider: 'AspnetUserSecrets', secretName: 'k' } },
      },
    });
    expect(environments).toEqual([{ name: 'dev', variables: [], secrets: [] }]);
    expect(leftOut).toEqual([
      {
        place: sharedFile,
        what: expect.stringMatching(/^its environments, because it is not valid JSON/) as string,
      },
      { place: `${privateFile}, dev`, what: 'Security, which only the editor understands' },
      { place: `${privateFile}, dev`, what: 'key, which only the editor understands' },
    ]);
  });

  it('are asked for if they were not given, and are no documents of their own', () => {
    expect(read(text, { name: 'shop.http' }).missing).toEqual([sharedFile, privateFile]);
    expect(readRefusal('{"dev": {"host": "x"}}', { name: `api/${sharedFile}` })).toMatch(
      /^is read together with an \.http file beside it/,
    );
  });
});
