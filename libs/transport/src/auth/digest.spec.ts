import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { promisify } from 'node:util';
import { E } from '@tandem/core/fp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { UnsendableError } from '../errors.js';
import { openOtherEnd } from '../testing/other-end.js';
import { listChallenges } from './digest.js';
import { parseRsaKey } from './oauth1.js';
import { createWsseFields } from './with-auth.js';

const run = promisify(execFile);
const hasCurl = await run('curl', ['--version']).then(
  ({ stdout }) => stdout.includes('curl'),
  () => false,
);

const user = { username: 'Mufasa', password: 'Circle of Life' };
const realm = 'http-auth@example.org';

/** How the test server challenges. */
interface Rules {
  readonly algorithm: string | undefined;
  readonly qop: string | undefined;
  readonly extra?: string;
}

type Answer = Readonly<Record<string, string>>;

const parseAnswer = (header: string): Answer =>
  Object.fromEntries(
    [...header.replace(/^Digest /, '').matchAll(/([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)].map(
      ([, name = '', quoted, token]) => [name, quoted?.replace(/\\(.)/g, '$1') ?? token ?? ''],
    ),
  );

/** Computes the response that RFC 7616, section 3.4.1 defines, by its formulas and without the code under test. */
const computeExpectedResponse = (
  { algorithm = 'MD5' }: Pick<Rules, 'algorithm'>,
  a: Answer,
  method: string,
  body: string,
  { username, password } = user,
): string => {
  const names: Readonly<Record<string, string>> = {
    MD5: 'md5',
    'SHA-256': 'sha256',
    'SHA-512-256': 'sha512-256',
  };
  const H = (data: string) =>
    createHash(names[algorithm.replace('-sess', '')] ?? '')
      .update(data)
      .digest('hex');
  const first = `${username}:${realm}:${password}`;
  const HA1 = algorithm.endsWith('-sess') ? H(`${H(first)}:${a.nonce}:${a.cnonce}`) : H(first);
  const HA2 = H(a.qop === 'auth-int' ? `${method}:${a.uri}:${H(body)}` : `${method}:${a.uri}`);
  if (a.qop === undefined) return H(`${HA1}:${a.nonce}:${HA2}`);
  return H(`${HA1}:${a.nonce}:${a.nc}:${a.cnonce}:${a.qop}:${HA2}`);
};

const getBody = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};

/** The digest answer in each request, in order. Empty for a request without one. */
const receivedAnswers: Answer[] = [];
beforeEach(() => {
  receivedAnswers.length = 0;
});

/** A server that verifies every answer: its nonce, count, URI and response. */
const createVerifyingServer = (rules: Rules, { uses = Infinity, hashed = false } = {}): RequestListener => {
  const counts = new Map<string, number>();
  return (request, response) => {
    void getBody(request).then((body) => {
      const answer = parseAnswer(request.headers.authorization ?? '');
      receivedAnswers.push(answer);
      const { nonce = '', nc = '0' } = answer;
      const count = counts.get(nonce);
      const isRight =
        answer.response === computeExpectedResponse(rules, answer, request.method ?? '', body) &&
        answer.uri === request.url &&
        answer.username ===
          (hashed ? createHash('sha256').update(`${user.username}:${realm}`).digest('hex') : user.username);
      const isFresh =
        count !== undefined && count < uses && (answer.qop === undefined || parseInt(nc, 16) === count + 1);
      if (isRight && isFresh) {
        counts.set(nonce, count + 1);
        response.end(`hello ${body}`);
        return;
      }
      const next = randomBytes(8).toString('hex');
      counts.set(next, 0);
      const fields = [
        `realm="${realm}"`,
        `nonce="${next}"`,
        'opaque="a\\"b"',
        ...(rules.algorithm === undefined ? [] : [`algorithm=${rules.algorithm}`]),
        ...(rules.qop === undefined ? [] : [`qop="${rules.qop}"`]),
        ...(isRight ? ['stale=true'] : []),
        ...(rules.extra === undefined ? [] : [rules.extra]),
      ];
      response.writeHead(401, { 'www-authenticate': [`Basic realm="x"`, `Digest ${fields.join(', ')}`] });
      response.end('who are you?');
    });
  };
};

const other = openOtherEnd();
afterAll(other.close);

const digest = { type: 'digest', ...user } as const;

const sendRequest = async (url: string, more: Parameters<typeof other.send>[1] = {}) => {
  const outcome = await other.send(url, { auth: digest, ...more });
  if (E.isLeft(outcome)) throw new Error(outcome.left.fault.message);
  const { status, body, steps = [] } = outcome.right;
  return {
    status,
    text: Buffer.from(body).toString(),
    steps: steps.map(({ step, status: of }) => [step, of]),
  };
};

it.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
])(
  'the test server computes the example in RFC 7616 for %s',
  { tags: 'auth:digest' },
  (algorithm, response) => {
    const answer = {
      nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
      uri: '/dir/index.html',
      qop: 'auth',
      nc: '00000001',
      cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
    };
    expect(computeExpectedResponse({ algorithm }, answer, 'GET', '')).toBe(response);
  },
);

const all: readonly Rules[] = [
  { algorithm: undefined, qop: undefined },
  { algorithm: 'MD5', qop: 'auth' },
  { algorithm: 'MD5-sess', qop: 'auth' },
  { algorithm: 'SHA-256', qop: 'auth,auth-int' },
  { algorithm: 'SHA-256-sess', qop: 'auth' },
  { algorithm: 'SHA-256', qop: 'auth-int' },
  { algorithm: 'SHA-512-256', qop: 'auth' },
];

describe('digest auth', { tags: 'auth:digest' }, () => {
  it.each(all)('answers a challenge with %o, then reuses it', async (rules) => {
    const url = await other.http(createVerifyingServer(rules));
    const post = { method: 'POST', body: { kind: 'text', text: 'Grüße' } } as const;
    expect(await sendRequest(`${url}a?b=c%20d`, post)).toEqual({
      status: 200,
      text: 'hello Grüße',
      steps: [['challenge', 401]],
    });
    expect(await sendRequest(`${url}x`)).toEqual({ status: 200, text: 'hello ', steps: [] });
    expect(receivedAnswers).toHaveLength(3);
  });

  it('takes precedence over credentials in the URL', async () => {
    const url = await other.http(createVerifyingServer({ algorithm: 'SHA-256', qop: 'auth' }));
    const outcome = await sendRequest(url.replace('://', '://somebody:else@'));
    expect(outcome).toMatchObject({ status: 200, steps: [['challenge', 401]] });
    expect(receivedAnswers).toHaveLength(2);
  });

  // curl 7.88 supports neither auth-int nor SHA-512-256.
  const curls = all.filter(({ qop, algorithm }) => qop !== 'auth-int' && algorithm !== 'SHA-512-256');
  it.skipIf(!hasCurl).each(curls)('gives the same answer as curl: %o', async (rules) => {
    const url = await other.http(createVerifyingServer(rules));
    const { stdout } = await run('curl', [
      '-s',
      '--digest',
      '--user',
      `${user.username}:${user.password}`,
      `${url}a?b=c`,
    ]);
    expect(stdout).toBe('hello ');
    await sendRequest(`${url}a?b=c`);
    const [, byCurl = {}, , byUs = {}] = receivedAnswers;
    expect(Object.keys(byUs).sort()).toEqual(Object.keys(byCurl).sort());
  });

  it(
    'answers a second challenge if the nonce was already stale when it arrived',
    { tags: 'auth:digest:stale' },
    async () => {
      let asked = 0;
      const answering =
        (fresh: number): RequestListener =>
        (_, response) => {
          asked += 1;
          if (asked > fresh) {
            response.end('hello');
            return;
          }
          const stale = asked > 1 ? ', stale=true' : '';
          response.writeHead(401, {
            'www-authenticate': `, Digest realm="r", nonce="n${asked}", qop="auth"${stale}`,
          });
          response.end();
        };
      const once = await sendRequest(await other.http(answering(2)));
      expect(once).toMatchObject({
        status: 200,
        steps: [
          ['challenge', 401],
          ['challenge', 401],
        ],
      });
      asked = 0;
      expect(await sendRequest(await other.http(answering(9)))).toMatchObject({ status: 401 });
      expect(asked).toBe(3);
    },
  );

  it('uses the new nonce when the previous nonce is stale', async () => {
    const url = await other.http(createVerifyingServer({ algorithm: 'SHA-256', qop: 'auth' }, { uses: 1 }));
    expect((await sendRequest(url)).steps).toHaveLength(1);
    expect(await sendRequest(url)).toEqual({ status: 200, text: 'hello ', steps: [['challenge', 401]] });
  });

  it('hashes the user name if the server asks for it', async () => {
    const rules = { algorithm: 'SHA-256', qop: 'auth', extra: 'userhash=true' };
    const url = await other.http(createVerifyingServer(rules, { hashed: true }));
    expect((await sendRequest(url)).status).toBe(200);
  });

  it('gives up after one rejected answer', async () => {
    const url = await other.http(createVerifyingServer({ algorithm: 'MD5', qop: 'auth' }));
    const wrong = { ...digest, password: 'wrong' };
    expect(await sendRequest(url, { auth: wrong })).toEqual({
      status: 401,
      text: 'who are you?',
      steps: [['challenge', 401]],
    });
    expect(receivedAnswers).toHaveLength(2);
    expect((await sendRequest(url, { auth: { ...digest } })).status).toBe(200);
  });

  it("keeps the request's Authorization header, and ignores challenges of other kinds", async () => {
    const url = await other.http(createVerifyingServer({ algorithm: 'MD5', qop: 'auth' }));
    expect((await sendRequest(url, { headers: [['authorization', 'Bearer own']] })).steps).toEqual([]);
    const basic = await other.http((_, response) =>
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end(),
    );
    expect(await sendRequest(basic)).toMatchObject({ status: 401, steps: [] });
    const unknown = await other.http((_, response) =>
      response.writeHead(401, { 'www-authenticate': 'Digest realm="x", nonce="n", algorithm=NEW' }).end(),
    );
    expect(await sendRequest(unknown)).toMatchObject({ status: 401, steps: [] });
  });

  it('does not answer a challenge from another origin', async () => {
    const url = await other.http(createVerifyingServer({ algorithm: 'MD5', qop: 'auth' }));
    const away = await other.http((_, response) => response.writeHead(302, { location: url }).end());
    expect((await sendRequest(away)).status).toBe(401);
    expect(receivedAnswers).toEqual([{}]);
  });
});

it(
  'a request with WSSE sends one header, with new values for each request',
  { tags: 'auth:wsse' },
  async () => {
    const tokens: string[] = [];
    const url = await other.http((request, response) => {
      tokens.push(String(request.headers['x-wsse']));
      response.end();
    });
    for (const _ of [1, 2])
      await sendRequest(url, { auth: { type: 'wsse', username: 'a"b', password: 'p' } });
    const [first = '', second] = tokens;
    expect(first).not.toBe(second);
    const parts = parseAnswer(first.replace('UsernameToken ', ''));
    const hash = createHash('sha1').update(`${parts.Nonce}${parts.Created}p`).digest('hex');
    expect(parts).toMatchObject({ Username: 'a"b', PasswordDigest: Buffer.from(hash).toString('base64') });
  },
);

const challenges = (...fields: readonly string[]) =>
  listChallenges(fields.map((value) => ['www-authenticate', value] as const)).map(
    ({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)],
  );

describe('the challenges of a response', () => {
  it.each<[string, unknown]>([
    ['Basic', [['basic', {}]]],
    ['Basic realm="a, b"', [['basic', { realm: 'a, b' }]]],
    ['Digest REALM=a , nonce = "x\\"y\\\\"', [['digest', { realm: 'a', nonce: 'x"y\\' }]]],
    [
      'NTLM TlRMTVNTUAAB==, Basic realm=a',
      [
        ['ntlm', {}],
        ['basic', { realm: 'a' }],
      ],
    ],
    [
      'Negotiate, NTLM',
      [
        ['negotiate', {}],
        ['ntlm', {}],
      ],
    ],
    [
      'Digest qop="", algorithm=MD5,Basic realm="b"',
      [
        ['digest', { qop: '', algorithm: 'MD5' }],
        ['basic', { realm: 'b' }],
      ],
    ],
    [', Digest realm="r", nonce="n"', [['digest', { realm: 'r', nonce: 'n' }]]],
    ['Digest realm="r",, ,nonce="n",', [['digest', { realm: 'r', nonce: 'n' }]]],
    [
      ',,Basic realm="b", ,Digest realm="r",,nonce="n"',
      [
        ['basic', { realm: 'b' }],
        ['digest', { realm: 'r', nonce: 'n' }],
      ],
    ],
    [
      'Negotiate, Digest realm="r"',
      [
        ['negotiate', {}],
        ['digest', { realm: 'r' }],
      ],
    ],
    [
      'Bearer scope="a b" error="x" Digest realm="r"',
      [
        ['bearer', { scope: 'a b', error: 'x' }],
        ['digest', { realm: 'r' }],
      ],
    ],
    ['Digest realm="r" nonce="n"', [['digest', { realm: 'r', nonce: 'n' }]]],
    [' realm=a', []],
    ['', []],
    ['"', []],
  ])('are parsed: %j becomes %j', (field, expected) => {
    expect(challenges(field)).toEqual(expected);
  });

  it('are collected from all header fields with that name', () => {
    expect(challenges('Basic', 'NTLM')).toEqual([
      ['basic', {}],
      ['ntlm', {}],
    ]);
    const headers = [
      ['proxy-authenticate', 'Basic'],
      ['www-authenticate', 'NTLM'],
    ] as const;
    expect(listChallenges(headers, 'proxy-authenticate').map(({ scheme }) => scheme)).toEqual(['basic']);
  });
});

it('a UsernameToken has the digest of its nonce, its time and the password', () => {
  const now = new Date('2026-01-02T03:04:05.678Z');
  const [[name, value] = ['', '']] = createWsseFields(
    { type: 'wsse', username: 'a"\\b', password: 'secret' },
    now,
  );
  expect(name).toBe('x-wsse');
  const [, digest, nonce] =
    /^UsernameToken Username="a\\"\\\\b", PasswordDigest="([^"]+)", Nonce="([0-9a-f]{32})", Created="2026-01-02T03:04:05\.678Z"$/.exec(
      value,
    ) ?? [];
  const hash = createHash('sha1').update(`${nonce}2026-01-02T03:04:05.678Zsecret`).digest('hex');
  expect(digest).toBe(Buffer.from(hash).toString('base64'));
});

describe('the RSA key of OAuth 1.0', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });

  it('may have escaped line breaks', () => {
    expect(parseRsaKey(String(rsa)).asymmetricKeyType).toBe('rsa');
    expect(parseRsaKey(String(rsa).replaceAll('\n', '\\n')).asymmetricKeyType).toBe('rsa');
  });

  it.each([
    ['cannot be read', 'no key'],
    ['is not an RSA key', String(elliptic)],
  ])('is refused if it %s', (what, pem) => {
    let fault: unknown;
    try {
      parseRsaKey(pem);
    } catch (error) {
      fault = (error as UnsendableError).fault;
    }
    expect(fault).toEqual({
      ...{ code: 'AUTH_INVALID', details: { field: 'auth.privateKey' } },
      message: `The private key of OAuth 1.0 ${what}. Set auth.privateKey to an unencrypted RSA key in PEM with at most 8192 bits.`,
    });
  });
});
