import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { type AnotherAgent, connectAgent } from './another-agent.js';
import { type RecordingServer, openRecordingServer } from './recording-server.js';
import { type Desktop, openPage, runRequest, getSharedChromium, startDesktop } from './open-page.js';

const secret = 'Hq7-vX9_Lm2.Zk3tRw8';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = Buffer.from(secret).toString('hex');
const mapCharCodes = (write: (code: number) => string): string =>
  Array.from(secret, (one) => write(one.charCodeAt(0))).join('');

/** The forms into which a server may convert a secret. */
const forms: Readonly<Record<string, string>> = {
  'as it is': secret,
  hex: hex,
  'capital hex': hex.toUpperCase(),
  'hex with separators': hex.replace(/..(?!$)/g, '$&:'),
  'lower case': secret.toLowerCase(),
  'upper case': secret.toUpperCase(),
  reversed: Array.from(secret).reverse().join(''),
  base64: base64(secret),
  'base64 over base64': base64(base64(secret)),
  'base64 with line breaks': base64(`${'x'.repeat(9)}${secret}`).replace(/.{8}/g, '$&\n'),
  credentials: base64(`user:${encodeURIComponent(secret)}`),
  entities: mapCharCodes((code) => `&#${code};`),
  escapes: mapCharCodes((code) => `\\u${code.toString(16).padStart(4, '0')}`),
  'quoted-printable': mapCharCodes((code) => `=${code.toString(16).toUpperCase()}`),
  'a piece': `x${secret.slice(3, 15)}x`,
};
const lists = {
  bytes: [...Buffer.from(secret)],
  split: [secret.slice(0, 7), secret.slice(7, 13), secret.slice(13)],
};
/** All encoded forms of the secret, none of which may appear anywhere. */
const hiddenForms = [...Object.values(forms), JSON.stringify(lists.bytes).slice(1, -1), ...lists.split];

let desktop: Desktop;
let server: RecordingServer;
let agent: AnotherAgent;
let page: Page;
const arrivedTokens: (string | undefined)[] = [];

const open = async (): Promise<void> => {
  agent = await connectAgent(desktop.addresses.mcp, 'agent-smith');
  page = await openPage(await getSharedChromium());
  await page.goto(desktop.addresses.page);
  await page.getByRole('treeitem', { name: 'See what is sent' }).waitFor();
};
beforeAll(async () => {
  server = await openRecordingServer(({ url, headers }, response) => {
    arrivedTokens.push(headers['x-token'] as string | undefined);
    const body = JSON.stringify({ ...forms, ...lists });
    if (url === '/gzip') response.setHeader('content-encoding', 'gzip').end(gzipSync(body));
    else if (url === '/kept') response.setHeader('content-type', 'image/png').end(gzipSync(secret));
    else if (url === '/deflate') response.setHeader('content-type', 'image/png').end(deflateSync(secret));
    else if (url === '/broken') response.setHeader('content-type', 'application/json').end(`{"a": ${secret}`);
    else response.setHeader('content-type', 'application/json').end(body);
  });
  desktop = await startDesktop();
  await open();
  await agent.call('environments_create', {
    name: 'Dev',
    variables: { base: server.url },
    secrets: { TOKEN: secret },
  });
  await agent.call('environments_activate', { id: 'Dev' });
});
afterAll(async () => {
  await agent.close();
  await page.close();
  await desktop.program.stop();
  await desktop.remove();
  await server.close();
});

const createRequest = async (name: string, path: string): Promise<string> => {
  const { id } = await agent.call('rest_create', {
    name,
    url: `{{base}}/${path}`,
    headers: [{ name: 'x-token', value: '{{TOKEN}}' }],
    script: `export const onResponse = (req, res) => console.log(res.body, res.env.getSecret('TOKEN'));
export const onTest = (req, res) => {
  test('is ' + res.env.getSecret('TOKEN'), () => expect(res.body).toBe('nothing'));
  test('has JSON', () => expect(res.json()).toBe(1));
  test('is parsed', () => expect(JSON.parse(res.body)).toBe(1));
};`,
  });
  return String(id);
};

const findSecretForms = (text: string): readonly string[] =>
  hiddenForms.filter((form) => text.includes(form));

/**
 * Reads every file of the data folder. Returns undefined if a file was replaced meanwhile, as happens to the file with the
 * page's state.
 */
const readFiles = async (): Promise<ReadonlyMap<string, Buffer> | undefined> => {
  const entries = await readdir(desktop.folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  try {
    return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const)));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
};

/** Finds the files of the data folder that contain one of the strings. */
const filesWith = async (texts: readonly string[]): Promise<readonly string[]> => {
  const wanted = texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]);
  const files = await vi.waitUntil(readFiles, { timeout: 60_000 });
  return [...files].filter(([, bytes]) => wanted.some((one) => bytes.includes(one))).map(([path]) => path);
};

describe('a secret', { tags: ['secrets:forms', 'secrets:all-workspaces'] }, () => {
  it('is redacted in every form for the agent, in stored data, and in the window that shows stored data', async () => {
    const all: unknown[] = [];
    for (const path of ['forms', 'gzip', 'kept', 'deflate', 'broken']) {
      const id = await createRequest(`Of ${path}`, path);
      const result = await agent.call('rest_execute', { id });
      expect(result.error).toBeNull();
      all.push(result, await agent.call('executions_get', { id: result.executionId, request: true }));
      const run = await agent.call('runs_execute', { ids: [id], report: 'full' });
      all.push(run);
      for (const format of ['json', 'junit', 'html'])
        all.push(await agent.call('runs_get', { id: run.id, format }));
    }
    expect(findSecretForms(JSON.stringify(all))).toEqual([]);
    expect(
      findSecretForms(all.map((one) => JSON.stringify(one).replaceAll('\\\\', '\\')).join('\n')),
    ).toEqual([]);
    expect(arrivedTokens.every((value) => value === secret)).toBe(true);

    await page.getByRole('button', { name: 'History', exact: true }).click();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('option').filter({ hasText: 'Of forms' }).first().click();
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('‹secret:TOKEN›').first().waitFor();
    expect(findSecretForms(await page.content())).toEqual([]);
    // The window shows persons the unredacted live response of their own executions.
    await runRequest(page, 'Of forms');
    await result.getByText(secret).first().waitFor();
    expect(await filesWith(hiddenForms)).toEqual([]);
    expect(await readdir(desktop.folder)).toContainEqual(expect.stringMatching(/-wal$/));
  });

  it('is in no file, and is restored by an undo after a restart', { tags: 'activity:secrets' }, async () => {
    const id = await createRequest('After', 'after');
    await agent.call('environments_update', { id: 'Dev', removeSecrets: ['TOKEN'] });
    await agent.close();
    await page.close();
    expect(await filesWith([secret])).toEqual([]);
    await desktop.program.stop();
    expect(await filesWith([secret])).toEqual([]);
    desktop = await startDesktop(desktop.folder).then((again) => ({ ...again, remove: desktop.remove }));
    await open();

    await page.getByRole('button', { name: 'Activity', exact: true }).click();
    const activity = page.getByRole('region', { name: 'Activity' });
    const sentence = 'agent-smith changed the environment Dev';
    const entry = activity.getByRole('listitem').filter({ hasText: sentence }).first();
    await entry.getByRole('button', { name: sentence }).click();
    expect(findSecretForms(await page.content())).toEqual([]);
    await entry.getByRole('button', { name: 'Undo', exact: true }).click();
    await activity.getByText(`You undid “${sentence}”`).waitFor();
    arrivedTokens.length = 0;
    expect(findSecretForms(JSON.stringify(await agent.call('rest_execute', { id })))).toEqual([]);
    expect(arrivedTokens).toEqual([secret]);
  });
});
