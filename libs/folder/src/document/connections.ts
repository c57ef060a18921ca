import {
  type CertificateSetting,
  type ConnectionSettings,
  type ProxySetting,
  ScriptFlow,
} from '@tandem/core';

import type { ExpectedShape } from '../yaml/shape.js';
import {
  getAtPath,
  parseFlag,
  toList,
  toMap,
  type Path,
  toText,
  type Tree,
  type TreeMap,
  includeIf,
} from '../yaml/tree.js';
import { nestUnlessEmpty } from './request.js';

const ownPath = ['extensions', 'tandem'];

const proxyPath = ['config', 'proxy'];
const proxyConfigPath = [...proxyPath, 'config'];

/** The keys of a proxy. Each is changed on its own, so that values stay that only other tools read. */
const proxyPaths: readonly Path[] = [
  [...proxyPath, 'disabled'],
  [...proxyPath, 'inherit'],
  ...['protocol', 'hostname', 'port', 'auth', 'bypassProxy'].map((key) => [...proxyConfigPath, key]),
];

const brunoPath = ['extensions', 'bruno'];
const scriptFlowPath = [...brunoPath, 'scripts', 'flow'];

/**
 * The locations of all connection settings. A setting is stored under OpenCollection's key, otherwise under Bruno's key, otherwise under
 * our own key.
 */
export const connectionPaths: readonly Path[] = [
  ['config', 'clientCertificates'],
  [...ownPath, 'ca'],
  [...ownPath, 'sessionCookies'],
  ...proxyPaths,
  scriptFlowPath,
];

/** The location to report if the setting `name` is invalid. */
export const getConnectionPath = (name: string): Path =>
  name === 'sessionCookies' ? [...ownPath, name] : ['config'];

export const connectionShapes: readonly ExpectedShape[] = [
  [['config', 'clientCertificates'], 'list'],
  [[...ownPath, 'ca'], 'list'],
  [[...ownPath, 'sessionCookies'], 'text'],
  [proxyPath, 'map'],
  [proxyConfigPath, 'map'],
  [[...proxyConfigPath, 'protocol'], 'text'],
  [[...proxyConfigPath, 'hostname'], 'text'],
  [[...proxyConfigPath, 'port'], 'text'],
  [[...proxyConfigPath, 'bypassProxy'], 'text'],
  [[...proxyConfigPath, 'auth'], 'map'],
  [brunoPath, 'map'],
  [[...brunoPath, 'scripts'], 'map'],
  [scriptFlowPath, 'flow'],
];

const toFilesTree = (setting: CertificateSetting): TreeMap =>
  setting.type === 'pkcs12'
    ? { pkcs12FilePath: setting.file }
    : { certificateFilePath: setting.certificate, privateKeyFilePath: setting.key };

const toCertificateTree = (setting: CertificateSetting): Tree => ({
  domain: setting.domain,
  type: setting.type,
  ...toFilesTree(setting),
  ...(setting.passphrase === undefined ? {} : { passphrase: setting.passphrase }),
  ...includeIf(!setting.enabled, { disabled: 'true' }),
});

const numeric = /^\d+$/;

const toProxyTree = ({ mode, protocol, hostname, port, auth, bypass }: ProxySetting): TreeMap => {
  const config: TreeMap = {
    protocol,
    hostname: mode === 'manual' || hostname !== '' ? hostname : undefined,
    port: port === undefined ? undefined : String(port),
    auth: auth && {
      ...includeIf(!auth.enabled, { disabled: 'true' }),
      username: auth.username,
      password: auth.password,
    },
    bypassProxy: bypass,
  };
  const said = Object.values(config).some((value) => value !== undefined);
  return {
    ...includeIf(mode === 'none', { disabled: 'true' }),
    // Without `inherit`, Bruno uses the system proxy.
    ...includeIf(mode !== 'none', { inherit: String(mode === 'system') }),
    ...includeIf(said, { config }),
  };
};

const parseProxy = (tree: unknown): ProxySetting | undefined => {
  const { disabled, inherit, config } = toMap(tree);
  const { protocol, hostname, port, auth, bypassProxy } = toMap(config);
  const known = { protocol: toText(protocol), bypass: toText(bypassProxy) };
  const said = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
  const number = toText(port);
  const { username, password, disabled: unused } = toMap(auth);
  const credentials = { username: toText(username) ?? '', password: toText(password) ?? '' };
  const ownOrSystem = parseFlag(inherit) === false ? 'manual' : 'system';
  const mode = parseFlag(disabled) === true ? 'none' : ownOrSystem;
  const isSaid = [protocol, hostname, port, auth, bypassProxy].some((value) => value !== undefined);
  if (!isSaid && (mode === 'manual' || (mode === 'system' && inherit === undefined))) return undefined;
  return {
    mode,
    hostname: toText(hostname) ?? '',
    ...said,
    ...(number === undefined ? {} : { port: numeric.test(number) ? Number(number) : number }),
    ...(auth === undefined ? {} : { auth: { ...credentials, enabled: parseFlag(unused) !== true } }),
  };
};

const toConfigTree = ({ clientCertificates, proxy: through }: ConnectionSettings): TreeMap => {
  const config = {
    ...includeIf(through !== undefined, { proxy: through && toProxyTree(through) }),
    ...includeIf(clientCertificates.length > 0, {
      clientCertificates: clientCertificates.map(toCertificateTree),
    }),
  } as TreeMap;
  return includeIf(Object.keys(config).length > 0, { config }) as TreeMap;
};

/** The parts of the manifest: OpenCollection's keys, Bruno's extension, and the part below our own key. */
export const toConnectionsTrees = (settings: ConnectionSettings) => ({
  beside: toConfigTree(settings),
  bruno: includeIf(settings.scriptFlow !== undefined, {
    bruno: { scripts: { flow: settings.scriptFlow } },
  }) as TreeMap,
  below: {
    ...nestUnlessEmpty('ca', settings.ca),
    ...(settings.sessionCookies === undefined ? {} : { sessionCookies: settings.sessionCookies }),
  } as TreeMap,
});

const parseCertificate = (tree: unknown): readonly CertificateSetting[] => {
  const { domain, type, passphrase, disabled, ...files } = toMap(tree);
  const [certificate, key, pkcs12] = [
    toText(files.certificateFilePath),
    toText(files.privateKeyFilePath),
    toText(files.pkcs12FilePath),
  ];
  const secret = toText(passphrase);
  const common = {
    domain: toText(domain) ?? '',
    enabled: parseFlag(disabled) !== true,
    ...(secret === undefined ? {} : { passphrase: secret }),
  };
  if (type === 'pkcs12' && pkcs12 !== undefined) return [{ ...common, type: 'pkcs12', file: pkcs12 }];
  if (type === 'pem' && certificate !== undefined && key !== undefined)
    return [{ ...common, type: 'pem', certificate, key }];
  return [];
};

/** The indexes of client certificates that are never sent, because their kind is unknown or a key is missing. */
export const findUnusedCertificates = (tree: unknown): readonly number[] =>
  toList(getAtPath(tree, ['config', 'clientCertificates'])).flatMap((one, index) =>
    parseCertificate(one).length === 0 ? [index] : [],
  );

type OwnSettings = Pick<ConnectionSettings, 'ca' | 'sessionCookies'>;

/** Reads the settings under our key. If the key is missing, the previous settings stay. */
const parseOwnSettings = (
  tree: unknown,
  { ca = [], sessionCookies: known }: Partial<OwnSettings> = {},
): OwnSettings => {
  const isSaid = getAtPath(tree, ownPath) !== undefined;
  const said = toText(getAtPath(tree, [...ownPath, 'sessionCookies'])) as OwnSettings['sessionCookies'];
  const ends = isSaid ? said : known;
  return {
    ca: isSaid ? toList(getAtPath(tree, [...ownPath, 'ca'])).flatMap((one) => toText(one) ?? []) : ca,
    ...(ends === undefined ? {} : { sessionCookies: ends }),
  };
};

/** Reads the manifest's connections. Unknown values are rejected later, with their location. */
export const parseConnections = (tree: unknown, base: ConnectionSettings | undefined): ConnectionSettings => {
  const certificates = toList(getAtPath(tree, ['config', 'clientCertificates'])).flatMap(parseCertificate);
  const through = parseProxy(getAtPath(tree, proxyPath));
  const flow = getAtPath(tree, scriptFlowPath);
  return {
    ...parseOwnSettings(tree, base),
    clientCertificates: certificates,
    ...(through === undefined ? {} : { proxy: through }),
    ...(ScriptFlow.is(flow) ? { scriptFlow: flow } : {}),
  };
};
