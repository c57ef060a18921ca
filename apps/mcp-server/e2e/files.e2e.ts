import { readFile } from 'node:fs/promises';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { launch, type LaunchedProgram, readToolResult, temporaryFolder } from '@tandem/node/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let echo: LaunchedProgram;
let server: LaunchedProgram;
let client: Client;
let echoUrl = '';

const readUrl = async (launched: LaunchedProgram): Promise<string> =>
  /http:\S+/.exec((await launched.lines(1))[0] ?? '')?.[0] ?? '';

const call = async (name: string, args: object): Promise<unknown> =>
  readToolResult(await client.callTool({ name, arguments: { ...args } }));

beforeAll(async () => {
  folder = await temporaryFolder();
  echo = launch('echo-server', ['--port', '0']);
  echoUrl = await readUrl(echo);
  const flags = ['--data-dir', `${folder.path}/data`, '--workspace', `${folder.path}/shop`];
  server = launch('mcp-server', ['--port', '0', ...flags]);
  client = new Client({ name: 'e2e', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(await readUrl(server))));
});

afterAll(async () => {
  await client.close();
  await server.stop();
  await echo.stop();
  await folder.remove();
});

it('files_put adds a file that a request can send', { tags: 'mcp:files' }, async () => {
  const base64 = Buffer.from([0, 1, 255]).toString('base64');
  const path = 'files/photos/a.png';
  expect(await call('files_put', { path: 'photos/a.png', base64 })).toEqual({ path, size: 3 });
  expect(await readFile(`${folder.path}/shop/${path}`)).toEqual(Buffer.from([0, 1, 255]));
  const body = { type: 'multipart', parts: [{ name: 'photo', file: path }] };
  await call('rest_create', { name: 'Upload', method: 'POST', url: echoUrl, body });
  expect(await call('rest_execute', { id: 'Upload', return: 'summary', select: '$.files' })).toMatchObject({
    selected: [{ photo: { filename: 'a.png', contentType: 'image/png', size: 3, content: base64 } }],
  });
});

it(
  'files_put refuses the path of an existing file, and paths outside files',
  { tags: 'mcp:files' },
  async () => {
    await call('files_put', { path: 'taken.txt', text: 'first' });
    for (const path of ['taken.txt', './files/taken.txt', '../outside.txt', ''])
      expect(await call('files_put', { path, text: 'second' }), path).toMatchObject({
        error: {
          message: expect.stringMatching(/[^.]\.$/) as string,
          details: { issues: [{ path: 'path' }] },
        },
      });
    expect(await readFile(`${folder.path}/shop/files/taken.txt`, 'utf8')).toBe('first');
  },
);

it('a request can send a part whose content is in the request', { tags: 'bodies:parts' }, async () => {
  const parts = [
    { name: 'rows', text: 'a;b', filename: 'rows.csv', contentType: 'text/csv' },
    { name: 'photo', base64: 'AAH/', filename: 'b.png' },
  ];
  const body = { type: 'multipart', parts };
  await call('rest_create', { name: 'Inline', method: 'POST', url: echoUrl, body });
  expect(await call('rest_execute', { id: 'Inline', return: 'summary', select: '$.files' })).toMatchObject({
    selected: [
      {
        rows: { filename: 'rows.csv', contentType: 'text/csv', content: 'a;b' },
        photo: { filename: 'b.png', contentType: 'image/png', size: 3, content: 'AAH/' },
      },
    ],
  });
});
