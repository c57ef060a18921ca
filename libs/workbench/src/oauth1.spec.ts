import { generateKeyPairSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type CallContext, createQuietContext } from '@tandem/application';
import type { AuthOf, ExecutionResult } from '@tandem/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { unwrapResult, type OnDisk, openOnDisk } from './testing/on-disk.js';

type OAuth1 = AuthOf<'oauth1'>;

const secrets = { CONSUMER: 'consumer/secret+1', TOKEN: 'token=secret&2' };
const agent: CallContext = { ...createQuietContext(), by: 'claude', redactsSecrets: true };

let on: OnDisk;
/** The Authorization headers and targets that the server receives. */
const receivedRequests: string[] = [];

beforeAll(async () => {
  on = await openOnDisk((request, response) => {
    const { url = '', headers } = request;
    receivedRequests.push(`${headers.authorization ?? ''} ${url}`);
    response.end(JSON.stringify({ url, headers }));
  });
  const { environments } = await unwrapResult(on.application.environments.list({}));
  await unwrapResult(on.application.environments.update({ id: environments[0]!.id, secrets }));
});
afterAll(() => on.close());
beforeEach(() => {
  receivedRequests.length = 0;
});

const auth: OAuth1 = {
  type: 'oauth1',
  signatureMethod: 'PLAINTEXT',
  consumerKey: 'key',
  consumerSecret: '{{CONSUMER}}',
  accessToken: 'token',
  accessTokenSecret: '{{TOKEN}}',
};

const createSignedRequest = (more: Partial<OAuth1>) =>
  on.create({ url: `${on.url}/x`, auth: { ...auth, ...more } });
const executeSigned = async (more: Partial<OAuth1>): Promise<ExecutionResult> =>
  on.execute((await createSignedRequest(more)).id);

/** Every encoding of a secret in a signature, a header and JSON. */
const writtenSecrets = Object.values(secrets).flatMap((value) => [
  value,
  encodeURIComponent(value),
  encodeURIComponent(encodeURIComponent(value)),
]);

describe('OAuth 1.0', { tags: 'auth:oauth1' }, () => {
  it.each(['header', 'query'] as const)(
    'shows an agent no secrets in a PLAINTEXT signature: %s',
    async (sendIn) => {
      const { id } = await createSignedRequest({ sendIn });
      const result = await unwrapResult<ExecutionResult>(on.application.rest.execute({ id }, agent));
      expect(result).toMatchObject({ error: null, response: { status: 200 } });
      expect(receivedRequests[0]).toContain(
        encodeURIComponent(`${encodeURIComponent(secrets.CONSUMER)}&${encodeURIComponent(secrets.TOKEN)}`),
      );
      const shown = JSON.stringify(result);
      expect(writtenSecrets.filter((one) => shown.includes(one))).toEqual([]);
      const stored = JSON.stringify(
        await unwrapResult(on.application.executions.get({ id: result.executionId, request: true })),
      );
      expect(writtenSecrets.filter((one) => stored.includes(one))).toEqual([]);
    },
  );

  it('signs with a key from a file of the workspace folder', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await mkdir(join(on.folder, 'keys'), { recursive: true });
    await writeFile(
      join(on.folder, 'keys', 'client.pem'),
      privateKey.export({ type: 'pkcs1', format: 'pem' }),
    );
    const rsa = { signatureMethod: 'RSA-SHA256', privateKeyFile: 'keys/client.pem' } as const;
    expect(await executeSigned(rsa)).toMatchObject({ error: null });
    expect(receivedRequests[0]).toMatch(/oauth_signature="\S{340,}", oauth_signature_method="RSA-SHA256"/);
    for (const privateKeyFile of ['../data/tandem.db', 'keys/none.pem']) {
      expect(await executeSigned({ ...rsa, privateKeyFile })).toMatchObject({
        error: { code: expect.stringMatching(/^FILE_/) as string },
      });
    }
    expect(receivedRequests).toHaveLength(1);
  });

  it.each<[keyof OAuth1, Partial<OAuth1>]>([
    ['consumerKey', { consumerKey: '' }],
    ['privateKey', { signatureMethod: 'RSA-SHA1' }],
    ['privateKey', { signatureMethod: 'RSA-SHA1', privateKey: '{{CONSUMER}}' }],
    ['timestamp', { timestamp: 'now' }],
    ['realm', { realm: 'a\r\nX: y' }],
    ['sendIn', { sendIn: 'body' }],
  ])('is not sent, and its %s is reported: %j', async (field, more) => {
    const result = await executeSigned(more);
    expect(result).toMatchObject({
      error: { code: 'AUTH_INVALID', details: { field: `auth.${field}` } },
      response: null,
    });
    expect(JSON.stringify(result)).not.toContain(secrets.CONSUMER);
    expect(receivedRequests).toEqual([]);
  });

  it('treats empty fields as if they were not set', async () => {
    const empty = {
      accessToken: '',
      realm: '',
      callbackUrl: '',
      timestamp: '',
      nonce: '',
      version: '',
      verifier: '',
    };
    expect(await executeSigned({ ...empty, signatureMethod: 'HMAC-SHA1' })).toMatchObject({ error: null });
    expect(receivedRequests[0]).toMatch(
      /^OAuth oauth_consumer_key="key", oauth_nonce="\w{32}", oauth_signature="\S+", oauth_signature_method="HMAC-SHA1", oauth_timestamp="\d{10}", oauth_version="1\.0" /,
    );
  });

  it('has no curl command', async () => {
    const { id } = await createSignedRequest({});
    const { command, problem } = await unwrapResult(on.application.requests.asCurl({ id }));
    expect([command, problem]).toEqual([null, expect.stringContaining('OAuth 1.0')]);
  });
});
