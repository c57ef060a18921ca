import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

import { findSecretValue } from '@tandem/core';
import { type KeychainSecrets, UnusableKeychain } from '@tandem/workbench/files';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openSecretStore, writeSecrets } from './write-secrets.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Creates a keychain that stores values of up to 20 characters. */
const createKeychain = () => {
  const stored = new Map<string, string>();
  const keychain: KeychainSecrets = {
    get: (id) => Promise.resolve(stored.get(id)),
    set: (id, value) => {
      if (value.length <= 20) stored.set(id, value);
      return Promise.resolve(value.length <= 20);
    },
    remove: (id) => Promise.resolve(void stored.delete(id)),
    probe: () => Promise.resolve(),
  };
  return { keychain, stored };
};

const token = { environment: 'Local', name: 'TOKEN', value: 'tok-9fQ2kLz81xAb' };
const key = { environment: 'Local', name: 'key', value: 'a-value-that-is-too-long-for-it' };

const readEnv = () => readFile(join(folder, '.env'), 'utf8');

describe('the secrets of an import with a keychain', { tags: 'cli:import:keychain' }, () => {
  it('are stored in the keychain, and .env contains their ids', async () => {
    const { keychain, stored } = createKeychain();
    expect(await writeSecrets(folder, [token], keychain)).toMatchObject({
      isInKeychain: true,
      notWritten: [],
    });
    const [[id, value] = []] = [...stored];
    expect(value).toBe(token.value);
    expect(await readEnv()).toBe(`TANDEM_SECRET_TOKEN=keychain:${id}\n`);
    expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('.env\n');
    // The same secret gets no second line when it is imported again.
    await writeSecrets(folder, [token], keychain);
    expect(await readEnv()).toBe(`TANDEM_SECRET_TOKEN=keychain:${id}\n`);
  });

  it('leave the values of other environments as they are', async () => {
    const { keychain } = createKeychain();
    const local = { environment: 'Local', name: 'token', value: 'of-local' };
    const staging = { environment: 'Staging', name: 'token', value: 'of-staging' };
    const dev = { environment: 'Dev', name: 'token', value: '' };
    await writeSecrets(folder, [local], keychain);
    await writeSecrets(folder, [{ ...local, value: '' }, staging, dev], keychain);
    expect((await readEnv()).replace(/keychain:\w+/g, '…')).toBe(
      'TANDEM_SECRET_TOKEN=…\nTANDEM_SECRET_STAGING__TOKEN=…\n',
    );
    const key = { environment: 'Staging', name: 'key', value: 'a-key' };
    await writeSecrets(folder, [key, { ...key, environment: 'Dev', value: '' }], keychain);
    expect(await readEnv()).toContain('TANDEM_SECRET_STAGING__KEY=');
  });

  it('do not become those of an environment that is imported later without them', async () => {
    await writeSecrets(folder, [token], undefined);
    const stored = { ...token, value: '' };
    const production = { ...stored, environment: 'Prod' };
    expect(await writeSecrets(folder, [stored, production], undefined, new Set(['Prod']))).toBeUndefined();
    const other = { environment: 'Dev', name: 'other', value: 'of-dev' };
    await writeSecrets(
      folder,
      [stored, { ...stored, environment: 'Dev' }, other],
      undefined,
      new Set(['Dev']),
    );
    const values = parseEnv(await readEnv());
    const found = ['Local', 'Prod', 'Dev'].map((one) => findSecretValue(values, token.name, one));
    expect(found).toEqual([token.value, '', '']);
  });

  it('are stored once for the environments of a first import that share them', async () => {
    const stored = { ...token, value: '' };
    await writeSecrets(folder, [token], undefined);
    const before = await readEnv();
    const made = new Set(['Local', 'Live']);
    await writeSecrets(folder, [stored, { ...stored, environment: 'Live' }], undefined, made);
    expect(await readEnv()).toBe(before);
  });

  it('are known after an update that brings none, unless one has no value', async () => {
    const { keychain } = createKeychain();
    await writeSecrets(folder, [token], keychain);
    const before = await readEnv();
    const stored = { ...token, value: '' };
    expect(await writeSecrets(folder, [stored], undefined)).toMatchObject({
      isInKeychain: true,
      notWritten: [],
    });
    expect(await writeSecrets(folder, [stored, { ...stored, name: 'other' }], undefined)).toBeUndefined();
    expect(await readEnv()).toBe(before);
  });

  it('of names that differ in their capitals have variables of their own', async () => {
    const capitals = { ...token, value: 'of-capitals' };
    const small = { ...token, name: 'token', value: 'of-small' };
    for (const secrets of [
      [capitals, small],
      [small, capitals],
    ]) {
      await rm(join(folder, '.env'), { force: true });
      expect(await writeSecrets(folder, secrets, undefined)).toMatchObject({ notWritten: [] });
      const values = parseEnv(await readEnv());
      for (const { name, environment, value } of secrets)
        expect(findSecretValue(values, name, environment)).toBe(value);
    }
  });

  it('are written to .env if the keychain refuses them', async () => {
    const { keychain, stored } = createKeychain();
    expect(await writeSecrets(folder, [token, key], keychain)).toMatchObject({ isInKeychain: false });
    expect(await readEnv()).toBe(
      `TANDEM_SECRET_TOKEN=keychain:${[...stored.keys()][0]}\nTANDEM_SECRET_KEY=${key.value}\n`,
    );
  });

  it('are removed from the keychain if .env cannot be written', async () => {
    const { keychain, stored } = createKeychain();
    await mkdir(join(folder, '.gitignore'));
    await expect(writeSecrets(folder, [token], keychain)).rejects.toThrow(/\.gitignore is no regular file/);
    expect(stored.size).toBe(0);
  });

  it('are refused before the import if the keychain is locked, and are written to .env if there is no keychain', async () => {
    const failWith = (error: Error): KeychainSecrets => ({
      ...createKeychain().keychain,
      probe: () => Promise.reject(error),
    });
    await expect(openSecretStore({ keychain: 'yes' }, failWith(new UnusableKeychain(true)))).rejects.toThrow(
      'nothing was imported, because the keychain is locked. Unlock it, or pass --keychain no, which writes the secrets of the document to .env, or --no-secrets.',
    );
    expect(await openSecretStore({ keychain: 'yes' }, failWith(new UnusableKeychain(false)))).toBeUndefined();
    expect(await openSecretStore({ keychain: 'no' }, createKeychain().keychain)).toBeUndefined();
    await writeSecrets(folder, [token], undefined);
    expect(await readEnv()).toBe(`TANDEM_SECRET_TOKEN=${token.value}\n`);
  });
});
