import { type AddressInfo, createServer } from 'node:net';
import type { OAuth2Config, TokenCall } from '@tandem/core';
import { TE } from '@tandem/core/fp';
import {
  createCountingIds,
  createFixedClock,
  createMemoryStore,
  sampleWorkspace,
  unwrapResult,
} from '@tandem/core/testing';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createOAuth2 } from './index.js';

const issuer = 'http://auth.example';
const tokenUrl = `${issuer}/token`;
const keys = await generateKeyPair('ES256');
const otherKeys = await generateKeyPair('ES256');

const idToken = (claims: object = {}, { key = keys.privateKey, alg = 'ES256', lasts = '1h' } = {}) =>
  new SignJWT({ iss: issuer, aud: 'c', sub: 'ada', ...claims })
    .setProtectedHeader({ alg, kid: '1' })
    .setIssuedAt()
    .setExpirationTime(lasts)
    .sign(alg === 'HS256' ? Buffer.from('client-secret') : key);

const publishedMetadata = {
  issuer,
  token_endpoint: tokenUrl,
  jwks_uri: `${issuer}/keys`,
  id_token_signing_alg_values_supported: ['ES256', 'HS256'],
};

/** Creates an authorization server whose token endpoint returns these ID tokens one after the other, and then repeats the last one. */
const createServerReturning = (
  idTokens: readonly string[],
  document: object | null = publishedMetadata,
): TokenCall['send'] => {
  const rest = [...idTokens];
  const answers: Record<string, () => Promise<object | undefined>> = {
    '/.well-known/openid-configuration': () => Promise.resolve(document ?? undefined),
    '/keys': async () => ({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: '1', use: 'sig' }] }),
    '/token': () => {
      const id_token = rest.length > 1 ? rest.shift() : rest[0];
      return Promise.resolve({
        access_token: 'a',
        refresh_token: 'r',
        token_type: 'bearer',
        expires_in: 1,
        id_token,
      });
    },
  };
  return ({ url }) =>
    TE.tryCatch(
      async () => {
        const body = await answers[new URL(url).pathname]?.();
        return {
          status: body === undefined ? 404 : 200,
          statusText: '',
          headers: [['content-type', 'application/json']] as const,
          body: Buffer.from(JSON.stringify(body ?? {})),
          time: 1,
          url,
        };
      },
      () => {
        throw new Error('no answer');
      },
    );
};

const openTokens = async (send: TokenCall['send'], more: Partial<OAuth2Config> = {}) => {
  const { workspaces, authTokens } = createMemoryStore();
  const { id: workspaceId } = await unwrapResult(workspaces.create(sampleWorkspace()));
  const call: TokenCall = {
    scope: { workspaceId, environmentId: null },
    config: {
      grant: 'password',
      issuer,
      clientId: 'c',
      clientSecret: 'client-secret',
      username: 'ada',
      password: 'p',
      scope: 'openid',
      ...more,
    },
    send,
    mayOpen: () => Promise.resolve(undefined),
    signal: new AbortController().signal,
  };
  return { call, oauth2: createOAuth2({ authTokens, clock: createFixedClock(), ids: createCountingIds() }) };
};

/** The ID token that the server returns, or why it is refused. */
const getOutcome = async (send: TokenCall['send'], more: Partial<OAuth2Config> = {}, times = 1) => {
  const { oauth2, call } = await openTokens(send, more);
  for (let count = 1; count < times; count++) await oauth2.token(call)();
  const outcome = await oauth2.token(call)();
  return outcome._tag === 'Right' ? outcome.right.token.idToken : outcome.left.fault.message;
};

const createRefusal = (why: string) => expect.stringContaining(`is not valid: ${why}`) as string;

describe('an ID token', { tags: 'auth:oauth2:id-token' }, () => {
  it.each([
    ['signed with a key that the issuer publishes', () => idToken(), {}],
    ['signed with the client secret', () => idToken({}, { alg: 'HS256' }), {}],
    [
      'of a server without an issuer',
      () => idToken({ iss: 'urn:any' }),
      { issuer: '', accessTokenUrl: tokenUrl },
    ],
    ['that is encrypted for the client', () => Promise.resolve('a.b.c.d.e'), {}],
  ])('is accepted: %s', async (_, make, more) => {
    const good = await make();
    expect(await getOutcome(createServerReturning([good]), more)).toBe(good);
  });

  it.each([
    ['of another issuer', () => idToken({ iss: 'http://other.example' }), {}, 'unexpected JWT "iss"'],
    ['for another client', () => idToken({ aud: 'd' }), {}, 'unexpected JWT "aud"'],
    [
      'for another client of a server without an issuer',
      () => idToken({ aud: 'd' }),
      { issuer: '', accessTokenUrl: tokenUrl },
      'unexpected JWT "aud"',
    ],
    ['that has expired', () => idToken({}, { lasts: '-1h' }), {}, 'unexpected JWT "exp"'],
    [
      'signed with another key',
      () => idToken({}, { key: otherKeys.privateKey }),
      {},
      'JWT signature verification failed',
    ],
    ['signed with another secret', () => idToken({}, { alg: 'HS256' }), { clientSecret: 'x' }, 'signature'],
    ['that is not a JSON Web Token', () => Promise.resolve('a.b'), {}, 'Invalid Token'],
  ])('is refused together with the access token: %s', async (_, make, more, why) => {
    expect(await getOutcome(createServerReturning([await make()]), more)).toEqual(createRefusal(why));
  });

  it('is checked for its issuer, but not for its signature, if the issuer publishes no metadata', async () => {
    const urls = { accessTokenUrl: tokenUrl, issuer: `${issuer}/` };
    const good = await idToken({}, { key: otherKeys.privateKey });
    expect(await getOutcome(createServerReturning([good], null), urls)).toBe(good);
    const bad = await idToken({ iss: 'http://other.example' });
    expect(await getOutcome(createServerReturning([bad], null), urls)).toEqual(
      createRefusal('unexpected JWT "iss"'),
    );
  });

  it('must be for the same person after a refresh', async () => {
    const [ada, bob] = [await idToken(), await idToken({ sub: 'bob' })];
    expect(await getOutcome(createServerReturning([ada, bob]), { autoFetch: false }, 0)).toContain(
      'no valid token',
    );
    const { oauth2, call } = await openTokens(createServerReturning([ada, bob]));
    await oauth2.token(call)();
    const again = await oauth2.token({ ...call, config: { ...call.config, autoFetch: false } })();
    expect(again).toMatchObject({ left: { fault: { message: createRefusal('it is for another subject') } } });
  });
});

const findFreePort = async (): Promise<number> => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
};

describe('the ID token of an authorization code', { tags: 'auth:oauth2:id-token' }, () => {
  it.each([
    ['is accepted with the nonce of the request', (nonce: string) => ({ nonce }), null],
    ['is refused with another nonce', () => ({ nonce: 'old' }), createRefusal('unexpected ID Token "nonce"')],
    ['is refused without a nonce', () => ({}), createRefusal('JWT "nonce" (nonce) claim missing')],
  ])('%s', async (_, claims, why) => {
    const callbackUrl = `http://127.0.0.1:${await findFreePort()}/callback`;
    const code = { grant: 'authorization_code', callbackUrl, authorizationUrl: `${issuer}/sign-in` } as const;
    let nonce = '';
    const send: TokenCall['send'] = (request, signal) =>
      TE.flatten(
        TE.fromTask(async () => createServerReturning([await idToken(claims(nonce))])(request, signal)),
      );
    const { oauth2, call } = await openTokens(send, code);
    const begun = await oauth2.begin(call)();
    if (begun._tag === 'Left' || !('open' in begun.right)) throw new Error('nothing to approve');
    const asked = new URL(begun.right.open).searchParams;
    nonce = asked.get('nonce') ?? '';
    expect(nonce.length).toBeGreaterThan(20);
    await fetch(`${callbackUrl}?code=1&state=${asked.get('state') ?? ''}`);
    const ended = await oauth2.finish(begun.right.id, call.signal)();
    await oauth2.close();
    expect(ended._tag === 'Right' ? null : ended.left.fault.message).toEqual(why);
  });
});
