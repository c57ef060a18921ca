import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { afterAll, describe, expect, it } from 'vitest';

import { describeRequest, openOtherEnd, formatOutcome } from '../testing/other-end.js';
import { createAwsHeaders } from './aws-sigv4.js';

const run = promisify(execFile);
const hasSigningCurl = await run('curl', ['--help', 'all']).then(
  ({ stdout }) => stdout.includes('--aws-sigv4'),
  () => false,
);

const example = {
  type: 'aws-sigv4',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 'service',
} as const;

interface Vector {
  readonly name: string;
  readonly request: string;
  readonly authorization: string;
  /** A session token that the request does not contain yet. */
  readonly token?: string;
}

const vectors = JSON.parse(
  readFileSync(new URL('../testing/aws-vectors.json', import.meta.url), 'utf8'),
) as readonly Vector[];

/** Cases in which the client encodes the path before it sends the request, and encodes it again for the signature of most services. */
const unencodedCases = ['get-utf8', 'normalize-path/get-space'];

/** The request of a test vector, without folded header fields. */
const toWireRequest = (request: string) => {
  const [head = '', body = ''] = request.split('\n\n');
  const [line = '', ...fields] = head.replace(/\n[ \t]+/g, ' ').split('\n');
  const [, method = '', path = ''] = /^(\S+) (.*) HTTP\/1\.1$/.exec(line) ?? [];
  const headers = fields.flatMap((field) => {
    const at = field.indexOf(':');
    return at < 0 ? [] : [field.slice(0, at), field.slice(at + 1)];
  });
  return { origin: 'http://example.amazonaws.com', method, path, headers, body: body === '' ? null : body };
};

const toAddedHeaders = (fields: readonly (readonly [string, string])[]) => Object.fromEntries(fields);
const now = new Date('2015-08-30T12:36:00Z');

const other = openOtherEnd();
afterAll(other.close);

interface RequestDescription {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Finds a field in a list in which names and values alternate. */
const findField = ({ headers }: RequestDescription, wanted: string): string =>
  headers[headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === wanted) + 1] ?? '';

/** Lists the fields that the signature of a request covers. */
const getCoveredFields = (seen: RequestDescription): readonly string[] => {
  const names = /SignedHeaders=([^,]+)/.exec(findField(seen, 'authorization'))?.[1]?.split(';') ?? [];
  return names.flatMap((name) => [name, findField(seen, name)]);
};

describe('the test suite published by AWS', () => {
  it.each(
    vectors.filter(({ name }) => !unencodedCases.includes(name)).map((one) => [one.name, one] as const),
  )(
    'is reproduced in the test case %s',
    { tags: 'auth:aws-sigv4' },
    (_name, { request, authorization, token }) => {
      const auth = token === undefined ? example : { ...example, sessionToken: token };
      const fields = toAddedHeaders(createAwsHeaders(toWireRequest(request), auth, now));
      expect(fields.authorization).toBe(authorization);
    },
  );
});

describe('a request with an AWS signature', () => {
  const auth = { ...example, service: 's3' } as const;

  it('contains the hash of its body for S3', { tags: 'auth:aws-sigv4' }, async () => {
    const origin = await other.http(describeRequest);
    const body = { kind: 'bytes', bytes: Uint8Array.from([0, 255, 10]) } as const;
    const sent = await other.send(`${origin}a%20b?x=1&x=%C3%A9`, { method: 'PUT', body, auth });
    const seen = JSON.parse(formatOutcome(sent)) as RequestDescription;
    const hash = createHash('sha256').update(body.bytes).digest('hex');
    expect(findField(seen, 'x-amz-content-sha256')).toBe(hash);
    const empty = JSON.parse(formatOutcome(await other.send(origin, { auth }))) as RequestDescription;
    expect(findField(empty, 'x-amz-content-sha256')).toBe(createHash('sha256').digest('hex'));
    expect(seen.url).toBe('/a%20b?x=1&x=%C3%A9');
    expect(findField(seen, 'authorization')).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$/,
    );
  });

  it('keeps its own Authorization header', { tags: 'auth:aws-sigv4' }, async () => {
    const origin = await other.http(describeRequest);
    const sent = await other.send(origin, { headers: [['Authorization', 'own']], auth });
    const seen = JSON.parse(formatOutcome(sent)) as RequestDescription;
    expect(findField(seen, 'authorization')).toBe('own');
    expect(seen.headers).not.toContain('x-amz-date');
  });

  it(
    'is signed again for a redirect to the same origin, but not to another origin',
    { tags: 'auth:aws-sigv4' },
    async () => {
      const seen: (string | undefined)[] = [];
      const far = await other.http((request, response) => {
        seen.push(request.headers.authorization);
        response.end();
      });
      const near = await other.http((request, response) => {
        seen.push(request.headers.authorization);
        response.writeHead(307, { location: request.url === '/' ? '/next' : far }).end();
      });
      const outcome = await other.send(near, { auth });
      expect(seen).toEqual([expect.any(String), expect.any(String), undefined]);
      expect(seen[0]).not.toBe(seen[1]);
      expect(outcome).toMatchObject({
        right: { redirects: [{ droppedHeaders: [] }, { droppedHeaders: ['authorization'] }] },
      });
    },
  );

  it.each(['s3', 'service'])(
    'is refused, or its path is encoded, if the path has a bare %% (%s)',
    { tags: 'auth:aws-sigv4:percent' },
    async (service) => {
      const url = `${await other.http(describeRequest)}a%zz`;
      const outcome = await other.send(url, { auth: { ...example, service } });
      if (service === 's3')
        expect(outcome).toMatchObject({
          left: { fault: { code: 'URL_INVALID', message: expect.stringContaining('Write %25') as string } },
        });
      else expect(outcome._tag).toBe('Right');
    },
  );

  it.skipIf(!hasSigningCurl).each([
    ['GET', 'plain', []],
    ['GET', 'a?a=1&b=%20', []],
    ['POST', 'x', ['--data', '{"a":1}', '--header', 'Content-Type: application/json']],
  ])(
    'has the same signature as with curl: %s %s',
    { tags: 'auth:aws-sigv4' },
    async (_method, path, more) => {
      const origin = await other.http(describeRequest);
      const user = `${example.accessKeyId}:${example.secretAccessKey}`;
      const options = ['--silent', '--aws-sigv4', 'aws:amz:us-east-1:service', '--user', user, ...more];
      const { stdout } = await run('curl', [...options, origin + path]);
      const seen = JSON.parse(stdout) as RequestDescription;
      const wire = {
        origin,
        method: seen.method,
        path: seen.url,
        headers: [...getCoveredFields(seen)],
        body: seen.body,
      };
      expect(toAddedHeaders(createAwsHeaders(wire, example, now)).authorization).toBe(
        findField(seen, 'authorization'),
      );
    },
  );
});
