import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { readEnvFile, readEnvFileSecrets, readSecrets } from './values.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'values-'));
});
afterEach(() => rm(folder, { recursive: true }));

const id = '0123456789abcdef0123456789abcdef';

const writeEnvFile = async (text: string): Promise<string> => {
  const file = join(folder, 'ci.env');
  await writeFile(file, text);
  return file;
};

describe('a file of --env-file', { tags: 'cli:import:keychain' }, () => {
  it('provides variables, and secrets whose values may be in the keychain', async () => {
    const file = await writeEnvFile(
      `host=127.0.0.1\nTANDEM_SECRET_TOKEN=keychain:${id}\nTANDEM_SECRET_PIN=4711\n`,
    );
    expect(await readEnvFile(file)).toEqual({ host: '127.0.0.1' });
    const keychain = new Map([[id, 'tok-9fQ2kLz81xAb']]);
    expect(await readEnvFileSecrets(file, (one) => Promise.resolve(keychain.get(one)))).toEqual({
      TANDEM_SECRET_TOKEN: 'tok-9fQ2kLz81xAb',
      TANDEM_SECRET_PIN: '4711',
    });
  });

  it('is refused if the keychain lacks a value', async () => {
    const file = await writeEnvFile(`TANDEM_SECRET_TOKEN=keychain:${id}\n`);
    await expect(readEnvFileSecrets(file, () => Promise.resolve(undefined))).rejects.toThrow(
      `TANDEM_SECRET_TOKEN of ${file} is not in the keychain of this user; put the values into the file.`,
    );
  });

  it('is refused if the keychain is locked', async () => {
    const file = await writeEnvFile(`TANDEM_SECRET_TOKEN=keychain:${id}\n`);
    await expect(
      readEnvFileSecrets(file, () => Promise.reject(new Error('the keychain is locked'))),
    ).rejects.toThrow('the keychain is locked; unlock it, or put the values into the file.');
  });
});

describe('a file of variables or secrets', () => {
  it('has the syntax of the .env file of a workspace', async () => {
    const file = await writeEnvFile('\ufeffexport host="127.0.0.1" # here\r\nport: 8097\r\n');
    const values = { host: '127.0.0.1', port: '8097' };
    expect(await readEnvFile(file)).toEqual(values);
    expect((await readSecrets(file)).values).toEqual(values);
  });

  it('is refused if there is no such file, or a folder has its name', async () => {
    const missing = join(folder, 'missing.env');
    await expect(readEnvFile(missing)).rejects.toThrow(`${missing} does not exist.`);
    await expect(readSecrets(folder)).rejects.toThrow(`${folder} is a folder; name a file.`);
  });

  it.each([
    ['host', 'is not NAME=value'],
    ['host="127.0.0.1', 'has a quote " that does not end'],
  ])('is refused with the line that cannot be read: %s', async (line, why) => {
    const file = await writeEnvFile(`port=8097\n${line}\n`);
    const refusal = `Line 2 of ${file} ${why}. Correct it, and run it again.`;
    await expect(readEnvFile(file)).rejects.toThrow(refusal);
    await expect(readEnvFileSecrets(file)).rejects.toThrow(refusal);
    await expect(readSecrets(file)).rejects.toThrow(refusal);
  });
});
