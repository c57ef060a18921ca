import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { hasKeyring, type StartedKeyring, startKeyring, temporaryFolder } from '@tandem/node/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { type OpenedWorkspace, openWorkspace } from './workspace.js';

const token = 'tok-9fQ2kLz81xAbC7';

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let on: OpenedWorkspace;
let secretService: StartedKeyring | undefined;
beforeEach(async () => {
  home = await temporaryFolder();
  on = await openWorkspace();
});
afterEach(async () => {
  await secretService?.stop();
  secretService = undefined;
  await on.close();
  await home.remove();
});

const writeCollection = async (): Promise<string> => {
  const file = join(on.folder, 'shop.json');
  const collection = {
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: token }] },
    item: [{ name: 'Me', request: { method: 'GET', url: `${on.url}/me` } }],
  };
  await writeFile(file, JSON.stringify(collection));
  return file;
};

it.skipIf(!hasKeyring)(
  'an import puts secrets into the keychain, can be run at once, and sends nothing while the keychain is locked',
  { tags: 'cli:import:keychain' },
  async () => {
    const sent: (string | undefined)[] = [];
    on.state.answer = (request, response) => {
      sent.push(request.headers.authorization);
      response.end('{}');
    };
    const document = await writeCollection();
    const api = join(on.folder, 'api');
    secretService = await startKeyring(home.path);
    // The keychain's native module reads the environment of its process.
    const withKeyring = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const one = on.start(args, { ...secretService?.env, TANDEM_KEYCHAIN: 'yes', ...env });
      const { code } = await one.exited;
      return { code, ...one.out };
    };
    const imported = await withKeyring(['import', document, api]);
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    expect(imported.stdout).toMatch(
      /Values of secrets are in the keychain, and their ids in \S*\.env, which/,
    );
    expect(await readFile(join(api, '.env'), 'utf8')).toMatch(/^TANDEM_SECRET_TOKEN=keychain:[\da-f]{32}\n$/);
    expect(await withKeyring(['run', api])).toMatchObject({ code: 0, stderr: '' });
    expect(sent).toEqual([`Bearer ${token}`]);

    await secretService.stop();
    secretService = await startKeyring(home.path, { isLocked: true });
    const locked = await withKeyring(['run', api]);
    expect(locked.code).toBe(1);
    expect(locked.stdout).toContain('TANDEM_SECRET_TOKEN of .env is in the keychain, which cannot be read');
    const other = join(on.folder, 'other');
    const refused = await withKeyring(['import', document, other]);
    expect(`${refused.code} ${refused.stderr}`).toMatch(
      /^3 tandem: nothing was imported.*keychain is locked/,
    );
    const plain = await withKeyring(['import', document, other, '--keychain', 'no']);
    expect(plain.code).toBe(0);
    expect(await readFile(join(other, '.env'), 'utf8')).toBe(`TANDEM_SECRET_TOKEN=${token}\n`);
    expect(sent).toHaveLength(1);
  },
);
