import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Guard, openGuard } from '@tandem/core';

import type { Lab } from './lab.js';
import type { Attack } from './more.js';

const notApprovedCode = /^CONNECTION_NOT_APPROVED$/;
const deniedCode = /^GUARD_DENIED$/;

const noConnections = { ca: [], clientCertificates: [] };
const insecureSettings = { tls: { verify: false } };

/** The TLS server to which the secret is bound. */
const home = (lab: Lab): string => `https://127.0.0.1:${lab.home}/{{TOKEN}}`;

const setConnections = async (lab: Lab, connections: object): Promise<void> => {
  // An agent must read a person's changes first.
  await lab.call('folders_get', { id: '' });
  await lab.call('folders_update', { id: '', connections: { ...noConnections, ...connections } });
};

const createProxySetting = (lab: Lab, more: object = {}) => ({
  proxy: {
    mode: 'manual',
    protocol: 'http',
    hostname: '127.0.0.1',
    port: lab.evil,
    bypass: '<-loopback>',
    ...more,
  },
});

/** Creates a file in the folder, as a saved response or a pull would do. */
const createFile = async (lab: Lab, text: string): Promise<string> => {
  const name = `files/root-${Math.random()}.pem`;
  await mkdir(join(lab.folder, 'files'), { recursive: true });
  await writeFile(join(lab.folder, name), text);
  return name;
};

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

/** Creates an environment with a guard and a secret of its own. */
const createGuardedEnvironment = async (lab: Lab, rules: Guard['agents']['rules']): Promise<string> => {
  const name = `Prod ${Math.random()}`;
  const { environments } = lab.application;
  const { id } = await lab.person(environments.create({ name, secrets: { KEY: `key-of-${Math.random()}` } }));
  const guard = { ...openGuard, agents: { rules, otherwise: 'allow' as const } };
  await lab.person(environments.guard({ id, guard }));
  return name;
};

const createDenyingEnvironment = (lab: Lab, hosts: readonly string[], methods: readonly string[] = []) =>
  createGuardedEnvironment(lab, [{ methods, hosts, then: 'deny' }]);

const getHomeUrl = (lab: Lab): string => `http://127.0.0.1:${lab.home}/`;

/** Lets a script copy the secret, and sends the copy with another environment. */
const sendScriptCopy = async (lab: Lab, foreign: object): Promise<string> => {
  const environment = await createDenyingEnvironment(lab, [], ['DELETE']);
  await lab.call('environments_create', { name: `Free ${environment}` });
  await lab.execute({ url: getHomeUrl(lab), foreign }, { environment });
  const headers = [{ name: 'x-key', value: '{{COPY}}', enabled: true }];
  return lab.send(
    { url: getHomeUrl(lab), method: 'DELETE', headers },
    { environment: `Free ${environment}` },
  );
};

/** Attacks that try to read sent data or to bypass a guard. */
export const interceptions: readonly Attack[] = [
  [
    'interception',
    'a proxy that ends TLS',
    notApprovedCode,
    async (lab) => {
      await setConnections(lab, createProxySetting(lab));
      return lab.send({ url: home(lab), settings: insecureSettings });
    },
  ],
  [
    'interception',
    'a proxy and a CA file in the folder',
    notApprovedCode,
    async (lab) => {
      await setConnections(lab, { ...createProxySetting(lab), ca: [await createFile(lab, certificate)] });
      return lab.send({ url: home(lab) });
    },
  ],
  [
    'interception',
    'a CA file alone',
    notApprovedCode,
    async (lab) => {
      await setConnections(lab, { ca: [await createFile(lab, certificate)] });
      return lab.send({ url: home(lab) });
    },
  ],
  [
    'interception',
    'a CA file that is replaced after a person agreed',
    notApprovedCode,
    async (lab) => {
      const name = await createFile(lab, certificate);
      await setConnections(lab, { ca: [name] });
      await lab.approveAll();
      await writeFile(join(lab.folder, name), `${certificate}\n`);
      return lab.send({ url: home(lab) });
    },
  ],
  [
    'interception',
    'a switched off verification of the request',
    notApprovedCode,
    (lab) => lab.send({ url: home(lab), settings: insecureSettings }),
  ],
  [
    'interception',
    'a switched off verification that a person agreed to',
    /^TLS_UNVERIFIED_REFUSED$/,
    async (lab) => {
      const { id } = await lab.call('rest_create', {
        name: `Off ${Math.random()}`,
        url: home(lab),
        settings: insecureSettings,
      });
      await lab.call('rest_execute', { id });
      await lab.approveAll();
      return lab.outcomeOf(await lab.call('rest_execute', { id }));
    },
  ],
  [
    'interception',
    'a switched off verification of a folder',
    notApprovedCode,
    async (lab) => {
      const path = `Off ${Math.random()}`;
      await lab.call('folders_create', { path, settings: insecureSettings });
      return lab.send({ url: home(lab), folder: path });
    },
  ],
  [
    'interception',
    'an agreed proxy with fewer exceptions',
    notApprovedCode,
    async (lab) => {
      await setConnections(
        lab,
        createProxySetting(lab, { hostname: '127.0.0.2', bypass: '<-loopback>, 127.0.0.1' }),
      );
      await lab.approveAll();
      await setConnections(lab, createProxySetting(lab, { hostname: '127.0.0.2' }));
      return lab.send({ url: home(lab) });
    },
  ],
  [
    'interception',
    'an undo of what a person took out',
    notApprovedCode,
    async (lab) => {
      await setConnections(lab, createProxySetting(lab));
      await lab.approveAll();
      await lab.person(lab.application.folders.update({ id: '', connections: noConnections }));
      await setConnections(lab, createProxySetting(lab));
      return lab.send({ url: home(lab) });
    },
  ],
  [
    'interception',
    'a tool that agrees',
    /Unknown tool/,
    async (lab) => JSON.stringify(await lab.call('connection_reviews_approve', { keys: [] })),
  ],
  [
    'legs',
    'a proxy that is the denied host',
    deniedCode,
    async (lab) => {
      const environment = await createDenyingEnvironment(lab, [`127.0.0.1:${lab.evil}`]);
      await setConnections(lab, createProxySetting(lab));
      await lab.approveAll();
      return lab.send({ url: 'http://fine.example.test/all', method: 'DELETE' }, { environment });
    },
  ],
  [
    'legs',
    'a Host header',
    deniedCode,
    async (lab) =>
      lab.send(
        { url: getHomeUrl(lab), headers: { hOsT: 'ADMIN.example.test.' } },
        { environment: await createDenyingEnvironment(lab, ['admin.example.test']) },
      ),
  ],
  [
    'legs',
    'another name of this machine',
    deniedCode,
    async (lab) =>
      lab.send(
        { url: `http://a.localhost:${lab.evil}/` },
        { environment: await createDenyingEnvironment(lab, [`127.0.0.1:${lab.evil}`]) },
      ),
  ],
  [
    'legs',
    'a method override with underscores',
    deniedCode,
    async (lab) =>
      lab.send(
        { url: getHomeUrl(lab), method: 'POST', headers: { X_HTTP_Method_Override: 'DELETE' } },
        { environment: await createDenyingEnvironment(lab, [], ['DELETE']) },
      ),
  ],
  [
    'legs',
    'a method in a form',
    deniedCode,
    async (lab) =>
      lab.send(
        {
          url: getHomeUrl(lab),
          method: 'POST',
          body: { type: 'form-urlencoded', fields: [{ name: '_method', value: 'delete', enabled: true }] },
        },
        { environment: await createDenyingEnvironment(lab, [], ['DELETE']) },
      ),
  ],
  [
    'legs',
    'a method in a JSON body',
    deniedCode,
    async (lab) =>
      lab.send(
        { url: getHomeUrl(lab), method: 'POST', body: { type: 'json', content: { _method: 'delete' } } },
        { environment: await createDenyingEnvironment(lab, [], ['DELETE']) },
      ),
  ],
  [
    'legs',
    'a list of methods in an override',
    deniedCode,
    async (lab) =>
      lab.send(
        { url: getHomeUrl(lab), method: 'POST', headers: { 'X-HTTP-Method-Override': 'DELETE, POST' } },
        { environment: await createDenyingEnvironment(lab, [], ['DELETE']) },
      ),
  ],
  [
    'copies',
    'bru.setVar',
    deniedCode,
    (lab) =>
      sendScriptCopy(lab, { dialect: 'bruno', beforeRequest: "bru.setVar('COPY', bru.getEnvVar('KEY'));" }),
  ],
  [
    'copies',
    'bru.setGlobalEnvVar',
    deniedCode,
    (lab) =>
      sendScriptCopy(lab, {
        dialect: 'bruno',
        beforeRequest: "bru.setGlobalEnvVar('COPY', bru.getEnvVar('KEY'));",
      }),
  ],
];
