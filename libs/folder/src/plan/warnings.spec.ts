import { describe, expect, it } from 'vitest';

import { createSecretFinder } from '../secrets/search.js';
import { createFoundEntity, createStoredEntity } from '../testing/sides.js';
import {
  findBaseWarnings,
  findCertificateWarnings,
  findExposedSecrets,
  findPositionWarnings,
} from './warnings.js';
import { findIds } from './candidates.js';

/** The warnings about environments that extend each other, by name. */
const listBrokenBases = (
  files: Readonly<Record<string, string | undefined>>,
  inApp: Readonly<Record<string, string>> = {},
) =>
  findBaseWarnings(
    Object.entries(files).map(([name, base]) =>
      createFoundEntity(name, 'environment', { name, extends: base }),
    ),
    Object.entries(inApp).map(([name, base]) =>
      createStoredEntity(name, 'environment', { name, extends: base }),
    ),
  );

describe('environments that extend others', () => {
  it('cause no warning if each base exists, in a file or in the app', () => {
    expect(listBrokenBases({ a: 'b', b: '' })).toEqual([]);
    expect(listBrokenBases({ a: 'b', c: undefined }, { b: '' })).toEqual([]);
    expect(findBaseWarnings([createFoundEntity('r', 'rest', { name: 'r', extends: 'gone' })], [])).toEqual(
      [],
    );
  });

  it('cause a warning if the base is missing', () => {
    const message = 'extends "gone", which is not an environment here; create it or choose another base';
    const warning = { code: 'environmentBaseMissing', message, path: 'b.yml' };
    expect(listBrokenBases({ a: 'b', b: 'gone' })).toEqual([warning]);
    expect(listBrokenBases({ b: 'gone' }, { c: '' })).toEqual([warning]);
    expect(listBrokenBases({ a: 'b' }, { b: 'gone' })).toEqual([]);
  });

  it('are checked with the bases in their files, not those in the app', () => {
    expect(listBrokenBases({ a: 'b', b: '' }, { b: 'a' })).toEqual([]);
    expect(
      findBaseWarnings(
        [createFoundEntity('x', 'environment', { name: 'a', extends: 'R' })],
        [createStoredEntity('r', 'rest', { name: 'R' })],
      ),
    ).toHaveLength(1);
  });

  it('cause a warning each if they form a cycle', () => {
    const message = (chain: string) =>
      `extends makes a cycle: ${chain}; choose another base in one of these files`;
    expect(listBrokenBases({ a: 'b', b: 'a' })).toEqual([
      { code: 'environmentCycle', message: message('a → b → a'), path: 'a.yml' },
      { code: 'environmentCycle', message: message('b → a → b'), path: 'b.yml' },
    ]);
    expect(listBrokenBases({ a: 'b', b: 'c', c: 'b' }).map(({ path }) => path)).toEqual(['b.yml', 'c.yml']);
  });
});

describe('entries of a folder with the same position', { tags: 'folder:order:repeated' }, () => {
  const list = (files: Readonly<Record<string, number | null>>, mixed: readonly string[] = []) =>
    findPositionWarnings(
      Object.entries(files).map(([path, seq]) =>
        createFoundEntity(
          path,
          path.endsWith('folder.yml') ? 'folder' : 'rest',
          { seq, ...(mixed.includes(path) ? { order: 'mixed' as const } : {}) },
          { path },
        ),
      ),
      ({ fields }) => fields().seq ?? null,
    );

  it('cause one warning for the folder', () => {
    const message =
      'info.seq 1 is also that of a.yml, so both keep the order in which they were added; give one of them another number';
    expect(list({ 'a.yml': 1, 'b.yml': 1, 'c.yml': 2, 'd.yml': 2 })).toEqual([
      { code: 'positionRepeated', path: 'b.yml', message },
    ]);
    expect(list({ 'a/folder.yml': 1, 'b/folder.yml': 1, 'a/c.yml': 1, 'a/d.yml': 1 })).toHaveLength(2);
  });

  it('cause none if they are of different folders or kinds, or have no position', () => {
    expect(list({ 'a.yml': 1, 'x/b.yml': 1, 'x/folder.yml': 1, 'c.yml': null, 'd.yml': null })).toEqual([]);
  });

  it('are a folder and a request, too, if the folder mixes them', () => {
    const files = { 'x/folder.yml': 1, 'x/a.yml': 1, 'x/y/folder.yml': 1 };
    expect(list(files)).toEqual([]);
    expect(list(files, ['x/folder.yml']).map(({ path }) => path)).toEqual(['x/y/folder.yml']);
  });
});

describe('client certificates in the manifest', () => {
  const warnings = (text: string, kind: 'workspace' | 'rest' = 'workspace') =>
    findCertificateWarnings([createFoundEntity('w', kind, {}, { path: 'opencollection.yml', text })]);
  const unused = 'config:\n  clientCertificates:\n    - domain: a.example\n      type: other\n';

  it('are reported with their index if they are never sent', () => {
    expect(warnings(unused)).toEqual([
      expect.objectContaining({
        ...{ code: 'certificateUnused', path: 'opencollection.yml' },
        message: expect.stringMatching(
          /^config\.clientCertificates\[0\] is kept but shown to no server/,
        ) as unknown,
      }),
    ]);
    expect(warnings(unused, 'rest')).toEqual([]);
    expect(warnings('config: {}')).toEqual([]);
    expect(warnings('clientCertificates: [')).toEqual([]);
  });
});

describe('a secret in a file', () => {
  const find = createSecretFinder([{ name: 'token', value: 'long-secret-value' }]);
  const exposed = (text: string, bareSecrets?: readonly string[]) =>
    findExposedSecrets(
      find,
      { path: 'a.yml', text },
      bareSecrets === undefined ? null : ({ bareSecrets } as never),
    );

  it('is reported with its file', () => {
    expect(exposed('# long-secret-value')).toEqual([
      {
        code: 'secretInFile',
        path: 'a.yml',
        message:
          'It contains the value of the secret "token" in a comment or a key that is not Tandem\'s. Remove it; if it was committed, replace the secret.',
      },
    ]);
    expect(exposed('# long-secret-value', ['a', 'b']).map(({ message }) => message)).toEqual([
      'It has a value of the secret "a", which is not read. Set it in the app, and remove it from the file before you commit it.',
      'It has a value of the secret "b", which is not read. Set it in the app, and remove it from the file before you commit it.',
    ]);
    expect(exposed('# nothing', [])).toEqual([]);
  });
});

it('ids are found anywhere in a text', () => {
  const [rest, folder, environment] = ['rest', 'fold', 'env'].map((prefix) => `${prefix}_0123456789abcdef`);
  expect(findIds(`x: [${rest}\n${folder}"${environment}'`)).toEqual([rest, folder, environment]);
  expect(findIds(`${rest}0 a${rest} rest_0123 REST_0123456789abcdef`)).toEqual([]);
});
