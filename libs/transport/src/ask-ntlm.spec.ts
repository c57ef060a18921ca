import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { E } from '@tandem/core/fp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { type NtlmRequest, type NtlmRules, createNtlmServer } from './testing/ntlm-server.js';
import { openOtherEnd } from './testing/other-end.js';

const run = promisify(execFile);
const hasCurl = await run('curl', ['--version']).then(
  ({ stdout }) => stdout.includes('NTLM'),
  () => false,
);

const other = openOtherEnd();
afterAll(other.close);

const receivedRequests: NtlmRequest[] = [];
beforeEach(() => {
  receivedRequests.length = 0;
});

const user = { username: 'User', password: 'SecREt01' };
const ntlm = { type: 'ntlm', ...user, domain: 'Domain' } as const;
const post = { method: 'POST', body: { kind: 'text', text: 'the body' } } as const;

const startServer = (rules: Partial<NtlmRules> = {}): Promise<string> =>
  other.http(createNtlmServer({ users: [user], ...rules }, receivedRequests));

const sendRequest = async (url: string, more: Parameters<typeof other.send>[1] = {}) => {
  const outcome = await other.send(url, { auth: ntlm, ...more });
  if (E.isLeft(outcome)) return outcome.left.fault;
  const { status, body, steps = [] } = outcome.right;
  return {
    status,
    text: Buffer.from(body).toString(),
    steps: steps.map(({ step, status: of }) => [step, of]),
  };
};

const messages = () => receivedRequests.map(({ message, body }) => [message, body]);
const connections = () => new Set(receivedRequests.map(({ socket }) => socket)).size;

describe('NTLM', { tags: 'auth:ntlm' }, () => {
  it('closes the connection after its last response', async () => {
    const end = openOtherEnd({ keepAliveMs: 600_000 });
    const url = await end.raw((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    expect(await end.send(url, { auth: ntlm })).toMatchObject({ right: { status: 200 } });
    await expect.poll(end.connections).toBe(0);
    await end.close();
  });

  it.each([{}, { hasTime: true }])(
    'authenticates a connection and sends the body once: %o',
    async (rules) => {
      const url = await startServer(rules);
      expect(await sendRequest(url, post)).toEqual({
        status: 200,
        text: 'hello Domain\\User: POST the body',
        steps: [['challenge', 401]],
      });
      expect(messages()).toEqual([
        ['negotiate', ''],
        ['authenticate', 'the body'],
      ]);
      expect(connections()).toBe(1);
    },
  );

  it.skipIf(!hasCurl)('sends the same requests as curl to the same server', async () => {
    const url = await startServer();
    const { stdout } = await run('curl', [
      ...['-s', '--ntlm', '--user', `Domain\\${user.username}:${user.password}`],
      ...['--data-raw', 'the body', url],
    ]);
    expect(stdout).toBe('hello Domain\\User: POST the body');
    const byCurl = messages();
    receivedRequests.length = 0;
    await sendRequest(url, post);
    expect(messages()).toEqual(byCurl);
  });

  it('does not answer a challenge in a response that needs none', async () => {
    const url = await other.http((_, response) => {
      response.writeHead(200, { 'www-authenticate': 'NTLM TlRMTVNTUAAC' }).end('public');
    });
    expect(await sendRequest(url)).toEqual({ status: 200, text: 'public', steps: [] });
  });

  it('accepts a user with or without a domain prefix', async () => {
    const url = await startServer();
    const { domain: _, ...plain } = ntlm;
    expect(await sendRequest(url, { auth: { ...plain, username: 'Domain\\User' } })).toMatchObject({
      text: 'hello Domain\\User: GET ',
    });
    expect(await sendRequest(url, { auth: plain })).toMatchObject({ text: 'hello \\User: GET ' });
  });

  it.each([
    ['\\User', '', '\\\\User'],
    ['User\\', '', '\\User\\'],
    ['a\\b\\c', '', 'a\\b\\c'],
    ['D\\User', 'Domain', 'Domain\\D\\User'],
  ])(
    'takes from the user %s in the domain “%s” the domain before a name: %s',
    async (username, domain, said) => {
      const names = ['\\User', 'User\\', 'b\\c', 'D\\User'];
      const users = names.map((name) => ({ username: name, password: user.password }));
      const url = await startServer({ users });
      const auth = { type: 'ntlm', username, password: user.password, domain } as const;
      expect(await sendRequest(url, { auth })).toMatchObject({ text: `hello ${said}: GET ` });
    },
  );

  it.each([
    ['Zoë', 'пароль ✓ 🔑', 'Köln'],
    ['straße', 'ß', ''],
  ])('authenticates %s, with the password %s, in the domain “%s”', async (username, password, domain) => {
    const url = await startServer({ users: [{ username, password }] });
    expect(await sendRequest(url, { auth: { type: 'ntlm', username, password, domain } })).toMatchObject({
      text: `hello ${domain}\\${username}: GET `,
    });
  });

  it('gives up after one rejected response', async () => {
    const url = await startServer();
    expect(await sendRequest(url, { auth: { ...ntlm, password: 'wrong' } })).toEqual({
      status: 401,
      text: 'who are you?',
      steps: [['challenge', 401]],
    });
    expect(receivedRequests).toHaveLength(2);
  });

  it.each(['politely', 'at once'] as const)(
    'reports that the server closed the connection between two messages: %s',
    async (closes) => {
      const url = await startServer({ closes });
      expect(await sendRequest(url, post)).toMatchObject({
        code: 'AUTH_FAILED',
        message: expect.stringContaining('closed the connection between the messages of NTLM') as string,
      });
      expect(messages()).toEqual([['negotiate', '']]);
    },
  );

  it('returns the 401 if the server only offers Negotiate', async () => {
    const url = await startServer({ offers: ['Negotiate'] });
    expect(await sendRequest(url, post)).toEqual({ status: 401, text: 'who are you?', steps: [] });
    expect(messages()).toEqual([['negotiate', '']]);
  });

  it.each(['NTLM AAAA', `NTLM ${Buffer.from('NTLMSSP\0\x02').toString('base64')}`])(
    'reports an unreadable challenge: %s',
    async (challenge) => {
      const url = await startServer({ challenge });
      expect(await sendRequest(url)).toMatchObject({
        code: 'AUTH_FAILED',
        message: expect.stringContaining('cannot be read') as string,
      });
    },
  );

  it('sends the body to a server that requires no authentication', async () => {
    const bodies: string[] = [];
    const url = await other.http((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        bodies.push(`${request.headers.authorization === undefined ? 'plain' : 'ntlm'} ${body}`);
        response.end(body);
      });
    });
    expect(await sendRequest(url, post)).toEqual({ status: 200, text: 'the body', steps: [] });
    expect(bodies).toEqual(['ntlm ', 'plain the body']);
    expect(await sendRequest(url)).toMatchObject({ status: 200 });
    expect(bodies).toHaveLength(3);
  });

  it('never shares a connection between requests, and leaves none open', async () => {
    const users = Array.from({ length: 12 }, (_, index) => ({
      username: `user${index}`,
      password: `p${index}`,
    }));
    const url = await startServer({ users });
    const outcomes = await Promise.all(
      users.flatMap((one) => [
        sendRequest(url, { ...post, auth: { type: 'ntlm', ...one } }),
        other.send(url).then((outcome) => ({ status: E.isRight(outcome) ? outcome.right.status : 0 })),
      ]),
    );
    expect(outcomes.map((one) => ('status' in one ? one.status : one))).toEqual(
      users.flatMap(() => [200, 401]),
    );
    const signedIn = receivedRequests
      .filter(({ message }) => message === 'authenticate')
      .map(({ socket }) => socket);
    expect(new Set(signedIn).size).toBe(12);
    for (const one of signedIn)
      expect(receivedRequests.filter(({ socket }) => socket === one).map(({ message }) => message)).toEqual([
        'negotiate',
        'authenticate',
      ]);
    await expect.poll(() => signedIn.filter(({ destroyed }) => !destroyed)).toEqual([]);
  });

  it('authenticates again after a redirect to the same origin, but not to another origin', async () => {
    const url = await startServer();
    const away = await other.http((_, response) => response.writeHead(307, { location: url }).end());
    expect(await sendRequest(away, post)).toMatchObject({ status: 401 });
    expect(messages()).toEqual([['none', 'the body']]);
  });

  it("keeps the request's Authorization header, and prefers the auth to credentials in the URL", async () => {
    const url = await startServer();
    expect(await sendRequest(url, { headers: [['authorization', 'Bearer own']] })).toMatchObject({
      status: 401,
    });
    expect(await sendRequest(url.replace('://', '://somebody:else@'))).toMatchObject({ status: 200 });
  });

  it('rejects a wrong Content-Length before the first message', async () => {
    const url = await startServer();
    expect(await sendRequest(url, { ...post, headers: [['content-length', '3']] })).toMatchObject({
      code: 'HEADER_INVALID',
    });
    expect(await sendRequest(url, { ...post, headers: [['content-length', '8']] })).toMatchObject({
      status: 200,
    });
    expect(messages()).toEqual([
      ['negotiate', ''],
      ['authenticate', 'the body'],
    ]);
  });
});
