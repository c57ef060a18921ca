import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Provider, type ClientMetadata, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';

/** The callback URL of the tests. A native client may use any port (RFC 8252, section 7.3). */
const callback = 'http://127.0.0.1/callback';

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const machine: Partial<ClientMetadata> = {
  grant_types: ['client_credentials'],
  redirect_uris: [],
  response_types: [],
  scope: 'api',
};

const clients: readonly ClientMetadata[] = [
  { ...machine, client_id: 'machine', client_secret: 'machine-secret%+:' },
  {
    ...machine,
    client_id: 'poster',
    client_secret: 'poster-secret',
    token_endpoint_auth_method: 'client_secret_post',
  },
  {
    ...machine,
    client_id: 'signer',
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    jwks: { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
  },
  {
    client_id: 'person',
    client_secret: 'person-secret',
    grant_types: ['password', 'refresh_token'],
    redirect_uris: [],
    response_types: [],
  },
  {
    client_id: 'native',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [callback],
    response_types: ['code'],
  },
  {
    client_id: 'television',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
    redirect_uris: [],
    response_types: [],
  },
];

const createSettings = (lifetime: () => number): Configuration => ({
  clients: [...clients],
  scopes: ['openid', 'offline_access', 'api'],
  features: {
    clientCredentials: { enabled: true },
    deviceFlow: { enabled: true },
    devInteractions: { enabled: false },
  },
  ttl: { AccessToken: lifetime, ClientCredentials: lifetime },
  issueRefreshToken: () => Promise.resolve(true),
  rotateRefreshToken: true,
  findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  cookies: { keys: ['a-key-of-the-tests'] },
  loadExistingGrant: async (context) => {
    const { client, session, provider } = context.oidc;
    const grant = new provider.Grant({
      clientId: client?.clientId ?? '',
      accountId: session?.accountId ?? '',
    });
    grant.addOIDCScope('openid offline_access api');
    await grant.save();
    return grant;
  },
});

/** Creates the handler of the password grant (RFC 6749, section 4.3), which the provider itself does not support. */
const createPasswordGrant =
  (provider: Provider) =>
  async (context: KoaContextWithOIDC): Promise<void> => {
    const { params = {}, client } = context.oidc;
    if (params.username !== 'alice' || params.password !== 'alice-password') {
      context.status = 400;
      context.body = { error: 'invalid_grant', error_description: 'wrong user or password' };
      return;
    }
    const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: 'alice' });
    grant.addOIDCScope('api offline_access');
    const said = { client, accountId: 'alice', grantId: await grant.save(), scope: 'api', gty: 'password' };
    const access = new provider.AccessToken(said as never);
    const refresh = new provider.RefreshToken(said as never);
    const [token, renewal] = [await access.save(), await refresh.save()];
    context.body = {
      access_token: token,
      refresh_token: renewal,
      token_type: 'Bearer',
      expires_in: access.expiration,
      scope: 'api',
    };
  };

/** Opens a certified authorization server on loopback, whose user approves everything. */
export const openAuthorizationServer = async () => {
  const state = { lifetime: 3_600 };
  const tokenRequests: string[] = [];
  let handler: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(
    issuer,
    createSettings(() => state.lifetime),
  );
  provider.registerGrantType('password', createPasswordGrant(provider), ['username', 'password', 'scope']);
  const callbackOf = provider.callback();
  handler = (request, response) => {
    if (request.url === '/token') tokenRequests.push(request.headers.authorization ?? '');
    if (request.url?.startsWith('/interaction/') === true) {
      void provider.interactionFinished(request, response, { login: { accountId: 'alice' }, consent: {} });
      return;
    }
    void callbackOf(request, response);
  };
  return {
    issuer,
    state,
    /** The Authorization headers of the requests to the token endpoint. */
    tokenRequests,
    /** The private key of the client `signer`. */
    privateKey: keys.privateKey.export({ format: 'pem', type: 'pkcs8' }),
    /** The client of a token; undefined if the token is invalid. */
    clientOf: async (token: string): Promise<string | undefined> => {
      const found =
        (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
      return found?.isValid === true ? found.clientId : undefined;
    },
    /** Makes the server forget a token. */
    revoke: async (token: string): Promise<void> => {
      await (
        (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token))
      )?.destroy();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
export type AuthorizationServer = Awaited<ReturnType<typeof openAuthorizationServer>>;
