import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { BrunoConversion } from '@tandem/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

let on: OnDisk;
beforeAll(async () => {
  on = await openOnDisk((_, response) => response.end('{}'));
});
afterAll(() => on.close());

const files = {
  'bruno.json': '{"version":"1","name":"Store","type":"collection"}',
  'users/List.bru': 'meta {\n  name: List users\n  type: http\n}\n\nget {\n  url: {{HOST}}/users\n}\n',
  'environments/Local.bru': 'vars {\n  HOST: http://127.0.0.1:9\n}\n',
};

const collection = async (name: string, more: Readonly<Record<string, string>> = {}): Promise<string> => {
  const folder = join(dirname(on.folder), name);
  for (const [path, text] of Object.entries({ ...files, ...more })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
};

type ConvertInput = Parameters<typeof on.application.workspaces.convert>[0];
const convert = (asked: ConvertInput) =>
  unwrapResult<BrunoConversion>(on.application.workspaces.convert(asked));
const look = (path: string) => unwrapResult(on.application.workspaces.look({ path }));

const listNames = async (path: string): Promise<readonly string[]> => {
  const { workspace } = await unwrapResult(on.application.workspaces.open({ path }));
  await unwrapResult(on.application.synchronization.synchronize({ workspaceId: workspace.id }));
  const { requests } = await unwrapResult(
    on.application.requests.list({ workspaceId: workspace.id, take: 10 }),
  );
  return requests.map(({ name }) => name);
};

describe('a folder of .bru files that a person opens', { tags: 'import:bru-window' }, () => {
  it('is converted in place and opened', async () => {
    const folder = await collection('in-place');
    expect(await look(folder)).toMatchObject({ kind: 'bruno', name: 'Store' });
    expect(await convert({ path: folder, dryRun: true })).toMatchObject({ requests: 1, environments: 1 });
    expect(await readdir(folder)).toContain('bruno.json');
    expect(await convert({ path: folder })).toMatchObject({ path: folder, problems: [] });
    expect(await readdir(folder)).not.toContain('bruno.json');
    expect(await look(folder)).toMatchObject({ kind: 'workspace', name: 'Store' });
    expect(await listNames(folder)).toEqual(['List users']);
  });

  it('can be converted into a new folder, and stays unchanged', async () => {
    const folder = await collection('kept');
    const into = `${folder}-yaml`;
    expect(await convert({ path: folder, into })).toMatchObject({ path: into });
    expect(await readFile(join(folder, 'users/List.bru'), 'utf8')).toBe(files['users/List.bru']);
    expect(await listNames(into)).toEqual(['List users']);
  });

  it('can still be converted after an empty workspace was opened next to its files', async () => {
    const folder = await collection('beside');
    await unwrapResult(on.application.workspaces.open({ path: folder }));
    expect(await look(folder)).toMatchObject({ kind: 'bruno' });
    await convert({ path: folder });
    expect(await listNames(folder)).toEqual(['List users']);
  });

  it('is not converted if one of its files cannot be read', async () => {
    const folder = await collection('broken', { 'users/Bad.bru': 'meta {\n  name: Bad\n' });
    const [problem] = (await convert({ path: folder })).problems;
    expect(problem).toMatchObject({ path: 'users/Bad.bru' });
    expect(await readdir(folder)).toContain('bruno.json');
    expect(await readdir(folder)).not.toContain('opencollection.yml');
  });

  it('is refused with an error that says what to open instead', async () => {
    const folder = await collection('refused');
    await expect(convert({ path: 'refused' })).rejects.toThrow('absolute path');
    await expect(convert({ path: folder, into: 'beside' })).rejects.toThrow('absolute path');
    await expect(convert({ path: folder, into: dirname(folder) })).rejects.toThrow('new or empty folder');
    await expect(convert({ path: join(folder, 'users') })).rejects.toThrow('no bruno.json');
  });
});
