import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';

import { createPathRows, listOverridden, lookUp, resolveUrl, splitUrlPieces } from './resolve-url.js';

const pair = (name: string, value: string, enabled = true) => ({ name, value, enabled });
const names = {
  variables: [pair('host', 'http://a.test'), pair('off', 'x', false)],
  secrets: [{ name: 'key', hasValue: true, enabled: true }],
  builtIns: { echo_base_url: 'http://127.0.0.1:1' },
};

describe('a URL with variables', () => {
  it.each([
    ['{{host}}', 'http://a.test'],
    ['{{ host }}', 'http://a.test'],
    ['{{off}}', undefined],
    ['{{key}}', '••••••••'],
    ['{{$uuid}}', 'generated on each run'],
    ['{{echo_base_url}}', 'http://127.0.0.1:1'],
    ['{{nowhere}}', undefined],
    ['{{toString}}', undefined],
  ])('is resolved: %s becomes %s', (url, value) => {
    expect(resolveUrl(url, [], names)).toMatchObject([{ value, resolves: value !== undefined }]);
  });

  it('is not resolved if a path parameter has no value', () => {
    const pieces = resolveUrl('/:a/:b', [pair('a', '1'), pair('b', '')], names);
    expect(pieces.filter(({ kind }) => kind === 'parameter').map(({ resolves }) => resolves)).toEqual([
      true,
      false,
    ]);
  });

  it('lists its path parameters once, with their stored values', () => {
    expect(createPathRows('/:a/x/:b/:a', [pair('b', '2'), pair('old', '3')])).toEqual([
      pair('a', ''),
      pair('b', '2'),
    ]);
  });
});

describe('the lookup of a variable', () => {
  it('names the .env file of a variable, and hides the value', () => {
    const processVariables = [{ name: 'process.env.KEY', source: 'the file tandem/.env' }];
    expect(lookUp('process.env.KEY', { ...names, processVariables })).toEqual({
      kind: 'built-in',
      value: '••••••••',
      source: 'the file tandem/.env',
    });
    expect(lookUp('process.env.OTHER', { ...names, processVariables })).toBeUndefined();
  });

  const inherited = [
    { ...pair('own', 'mine'), from: null },
    { ...pair('own', 'not this'), from: 'users' },
    { ...pair('host', 'http://inner.test'), from: 'users/admins' },
    { ...pair('host', 'http://outer.test'), from: 'users' },
    { ...pair('key', 'not this'), from: '' },
    { ...pair('only', 'here'), from: '' },
  ];

  it('takes the environment before a folder if the folder yields to it', () => {
    const yielding = [
      { ...pair('host', 'http://own.test'), from: null },
      { ...pair('key', 'of a folder'), from: 'shop', isBelowEnvironment: true as const },
      { ...pair('only', 'here'), from: 'shop', isBelowEnvironment: true as const },
    ];
    const found = ['host', 'key', 'only'].map((name) => lookUp(name, { ...names, inherited: yielding }));
    expect(found).toMatchObject([
      { value: 'http://own.test' },
      { kind: 'secret' },
      { value: 'here', folder: 'shop' },
    ]);
  });

  it('lists the other values of a name, in order', () => {
    const variables = [pair('host', 'http://a.test'), { ...pair('host', 'http://b.test'), base: 'Globals' }];
    const around = [...inherited, { ...pair('host', 'http://last.test'), from: '' }];
    const all = { ...names, variables, inherited: around };
    expect(listOverridden('host', all).map(({ value, source }) => [value, source])).toEqual([
      ['http://outer.test', 'from users'],
      ['http://a.test', 'the active environment'],
      ['http://b.test', 'Globals'],
      ['http://last.test', 'from the workspace'],
    ]);
    expect(listOverridden('only', all)).toEqual([]);
    expect(listOverridden('nowhere', all)).toEqual([]);
  });

  it("finds the environment's own variables first, and names the base of an inherited variable", () => {
    const extended = {
      ...names,
      environment: { id: 'env_1', name: 'Live' },
      variables: [...names.variables, { ...pair('off', 'on'), base: 'Common' }],
      secrets: [...names.secrets, { name: 'pin', hasValue: true, enabled: true, base: 'Common' }],
    };
    expect(lookUp('host', extended)).toMatchObject({ source: 'Live' });
    expect(lookUp('off', extended)).toMatchObject({ value: 'on', source: 'Common' });
    expect(lookUp('pin', extended)).toMatchObject({ value: '••••••••', source: 'secret of Common' });
  });

  it.each([
    ['own', 'mine', 'this request'],
    ['host', 'http://inner.test', 'from users/admins'],
    ['key', '••••••••', 'secret of the active environment'],
    ['only', 'here', 'from the workspace'],
    ['echo_base_url', 'http://127.0.0.1:1', 'built in'],
  ])('searches the request, folders, the environment and the workspace for %s', (name, value, source) => {
    expect(lookUp(name, { ...names, inherited })).toMatchObject({ value, source });
  });
});

describe('the pieces of a URL', () => {
  it('distinguish variables and parameters from text', () => {
    expect(splitUrlPieces('{{base}}/orders/:id?q={{ q }}')).toEqual([
      { kind: 'variable', text: '{{base}}' },
      { kind: 'plain', text: '/orders/' },
      { kind: 'parameter', text: ':id' },
      { kind: 'plain', text: '?q=' },
      { kind: 'variable', text: '{{ q }}' },
    ]);
  });

  it('do not treat a port as a path parameter', () => {
    expect(splitUrlPieces('http://127.0.0.1:80/')).toEqual([{ kind: 'plain', text: 'http://127.0.0.1:80/' }]);
  });

  it('can be joined to the original URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', ':', '/', 'a', '1', '?') }), (url) => {
        expect(
          splitUrlPieces(url)
            .map(({ text }) => text)
            .join(''),
        ).toBe(url);
      }),
    );
  });
});
