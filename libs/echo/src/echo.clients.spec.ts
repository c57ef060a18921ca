import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Echo } from '../test/raw.js';
import { type EchoServer, startEchoServer } from './index.js';

let server: EchoServer;
beforeAll(async () => {
  server = await startEchoServer();
});
afterAll(() => server.stop(0));

const run = promisify(execFile);
const target = '/client/a%20b?x=1&x=2&q=%C3%A9';
const json = '{"name":"é","n":1}';

const askWithFetch = async () => {
  const headers = { 'content-type': 'application/json', 'x-test': 'yes', cookie: 'a=1; b=2' };
  return (await (await fetch(server.url + target, { method: 'POST', headers, body: json })).json()) as Echo;
};

const askWithNode = (): Promise<Echo> =>
  new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'X-Test': 'yes', Cookie: ['a=1', 'b=2'] };
    const sent = request(server.url + target, { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response
        .on('data', (chunk: string) => (text += chunk))
        .on('end', () => {
          resolve(JSON.parse(text) as Echo);
        });
    });
    sent.on('error', reject).end(json);
  });

const askWithCurl = async () => {
  const headers = ['Content-Type: application/json', 'X-Test: yes', 'Cookie: a=1; b=2'].flatMap((line) => [
    '-H',
    line,
  ]);
  return JSON.parse(
    (await run('curl', ['-s', ...headers, '--data-binary', json, server.url + target])).stdout,
  ) as Echo;
};

const python = `
import http.client, sys
connection = http.client.HTTPConnection('127.0.0.1', int(sys.argv[1]))
headers = {'Content-Type': 'application/json', 'X-Test': 'yes', 'Cookie': 'a=1; b=2'}
connection.request('POST', sys.argv[2], body=sys.argv[3].encode('utf-8'), headers=headers)
sys.stdout.buffer.write(connection.getresponse().read())
`;

const askWithPython = async () =>
  JSON.parse((await run('python3', ['-c', python, String(server.port), target, json])).stdout) as Echo;

/** Whether a client is not installed on this machine. That does not fail the test. */
const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

describe('a request', () => {
  it.each([
    ['fetch', askWithFetch],
    ['node:http', askWithNode],
    ['curl', askWithCurl],
    ["Python's http.client", askWithPython],
  ])('has the same echo if %s sends it', async (_, ask) => {
    const echo = await ask().catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (echo === undefined) return;
    expect(echo).toMatchObject({
      url: server.url + target,
      path: '/client/a%20b',
      method: 'POST',
      args: { x: ['1', '2'], q: 'é' },
      cookies: { a: '1', b: '2' },
      body: { name: 'é', n: 1 },
      json: { name: 'é', n: 1 },
      form: null,
      files: {},
      data: null,
    });
    expect(echo.headers).toMatchObject({ 'x-test': 'yes', cookie: 'a=1; b=2', 'content-length': '19' });
  });

  it('has the same echo whether curl or fetch uploads a file with it', async () => {
    const form = new FormData();
    form.append('field', 'v');
    form.append('up', new Blob(['content'], { type: 'text/plain' }), 'n.txt');
    const fetched = (await (await fetch(server.url, { method: 'POST', body: form })).json()) as Echo;
    const expected = {
      up: { filename: 'n.txt', contentType: 'text/plain', size: 7, encoding: 'utf8', content: 'content' },
    };
    expect(fetched).toMatchObject({ form: { field: 'v' }, files: expected });
    const args = ['-s', '-F', 'field=v', '-F', 'up=@-;filename=n.txt;type=text/plain', server.url];
    const curl = run('curl', args);
    curl.child.stdin?.end('content');
    const curled = await curl.catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (curled !== undefined)
      expect(JSON.parse(curled.stdout)).toMatchObject({ form: { field: 'v' }, files: expected });
  });

  it('is refused in a way that curl can read if it is a large upload', async () => {
    const small = await startEchoServer({ maxBody: 1_000 });
    const curl = run('curl', ['-s', '-w', '%{http_code}', '--data-binary', '@-', small.url]);
    curl.child.stdin?.end('x'.repeat(5_000_000));
    const told = await curl.catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (told !== undefined)
      expect(told.stdout).toBe('{"error":"The body is longer than 1000 bytes.","status":413}413');
    await small.stop(0);
  });
});
