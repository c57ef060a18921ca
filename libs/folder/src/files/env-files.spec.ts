import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { WorkspaceId } from '@tandem/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createEnvFiles, formatKeychainReference } from './env-files.js';

const id = '0123456789abcdef0123456789abcdef';
const other = 'ffffffffffffffffffffffffffffffff';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'env-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

const put = (...lines: readonly string[]) => writeFile(join(folder, '.env'), `${lines.join('\n')}\n`);
const workspace = () => ({ id: 'ws_1' as WorkspaceId, path: folder });

describe('a .env value in the keychain', { tags: 'cli:import:keychain' }, () => {
  it('is read and redacted, and is looked up only if it is a secret', async () => {
    await put(`TANDEM_SECRET_TOKEN=${formatKeychainReference(id)}`, `TOKEN=${formatKeychainReference(id)}`);
    const asked: string[] = [];
    const files = createEnvFiles({
      readKeychain: (one) => {
        asked.push(one);
        return Promise.resolve('of-the-keychain');
      },
    });
    expect(await files.read(workspace())()).toMatchObject({
      values: { TANDEM_SECRET_TOKEN: 'of-the-keychain', TOKEN: `keychain:${id}` },
      problems: [],
    });
    expect(await files.read(workspace())()).toBeDefined();
    expect(asked).toEqual([id]);
    expect(files.all()).toContainEqual({ name: 'TOKEN', value: 'of-the-keychain' });
  });

  it('is reported by name if it is missing, and the other values are still read', async () => {
    await put(
      `TANDEM_SECRET_A=${formatKeychainReference(id)}`,
      `TANDEM_SECRET_B=${formatKeychainReference(other)}`,
    );
    const files = createEnvFiles({
      readKeychain: (one) => Promise.resolve(one === id ? undefined : 'b-value'),
    });
    expect(await files.read(workspace())()).toMatchObject({
      values: { TANDEM_SECRET_B: 'b-value' },
      problems: [
        'TANDEM_SECRET_A of .env is not in the keychain of this user; put the values into the file.',
      ],
    });
  });

  it('is read after the keychain is unlocked, but not requested again for every request until then', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await put(
      `TANDEM_SECRET_A=${formatKeychainReference(id)}`,
      `TANDEM_SECRET_B=${formatKeychainReference(other)}`,
    );
    const readKeychain = vi.fn(() => Promise.resolve('value-of-a'));
    readKeychain.mockRejectedValueOnce(new Error('the keychain is locked'));
    const files = createEnvFiles({ readKeychain });
    const locked = await files.read(workspace())();
    expect(locked).toEqual({
      values: {},
      files: {},
      problems: [
        'TANDEM_SECRET_A, TANDEM_SECRET_B of .env are in the keychain, which cannot be read: the keychain is locked; unlock it, or put the values into the file.',
      ],
    });
    expect(await files.read(workspace())()).toBe(locked);
    expect(readKeychain).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + 11_000);
    expect(await files.read(workspace())()).toMatchObject({
      values: { TANDEM_SECRET_A: 'value-of-a', TANDEM_SECRET_B: 'value-of-a' },
      problems: [],
    });
  });
});
