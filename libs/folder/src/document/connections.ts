import type { CertificateSetting, ConnectionSettings } from '@tandem/core';

import type { ExpectedShape } from './shape.js';
import { at, flagOf, listOf, mapOf, type Path, textOf, type Tree, type TreeMap, when } from './tree.js';
import { filled } from './request.js';

const own = ['extensions', 'tandem'];

/** Where they stand: certificates where OpenCollection has them, and CAs, for which it has no word, under our key. */
export const connectionPlaces: readonly Path[] = [
  ['config', 'clientCertificates'],
  [...own, 'ca'],
];

export const connectionsExpected: readonly ExpectedShape[] = [
  [['config', 'clientCertificates'], 'list'],
  [[...own, 'ca'], 'list'],
];

const filesOf = (setting: CertificateSetting): TreeMap =>
  setting.type === 'pkcs12'
    ? { pkcs12FilePath: setting.file }
    : { certificateFilePath: setting.certificate, privateKeyFilePath: setting.key };

const certificateTree = (setting: CertificateSetting): Tree => ({
  domain: setting.domain,
  type: setting.type,
  ...filesOf(setting),
  ...(setting.passphrase === undefined ? {} : { passphrase: setting.passphrase }),
  ...when(!setting.enabled, { disabled: 'true' }),
});

/** The part of the manifest beside our key, and the one below it. */
export const connectionsTree = ({ ca, clientCertificates }: ConnectionSettings) => ({
  beside: when(clientCertificates.length > 0, {
    config: { clientCertificates: clientCertificates.map(certificateTree) },
  }) as TreeMap,
  below: filled('ca', ca),
});

const certificateFrom = (tree: unknown): readonly CertificateSetting[] => {
  const { domain, type, passphrase, disabled, ...files } = mapOf(tree);
  const [certificate, key, pkcs12] = [
    textOf(files.certificateFilePath),
    textOf(files.privateKeyFilePath),
    textOf(files.pkcs12FilePath),
  ];
  const secret = textOf(passphrase);
  const common = {
    domain: textOf(domain) ?? '',
    enabled: flagOf(disabled) !== true,
    ...(secret === undefined ? {} : { passphrase: secret }),
  };
  if (type === 'pkcs12' && pkcs12 !== undefined) return [{ ...common, type: 'pkcs12', file: pkcs12 }];
  if (type === 'pem' && certificate !== undefined && key !== undefined)
    return [{ ...common, type: 'pem', certificate, key }];
  return [];
};

/** What a manifest says of them. Without our key, the CAs are those that were known before. */
export const connectionsFrom = (tree: unknown, base: ConnectionSettings | undefined): ConnectionSettings => {
  const certificates = listOf(at(tree, ['config', 'clientCertificates'])).flatMap(certificateFrom);
  const known = at(tree, own) === undefined ? (base?.ca ?? []) : undefined;
  const ca = known ?? listOf(at(tree, [...own, 'ca'])).flatMap((one) => textOf(one) ?? []);
  return { ca, clientCertificates: certificates };
};
