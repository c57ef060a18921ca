import { extname } from 'node:path';

import type { ValuesOf } from '@tandem/node/cli/flags';
import type { ClientCertificate, NamedFile, ProxyOptions } from '@tandem/core';
import type { ProvidedConnections } from '@tandem/workbench/files';

import { readInputFile } from '../input-file.js';
import { CommandRefusal } from '../refusal.js';
import type { connectionFlags } from './flags.js';

type ConnectionFlags = ValuesOf<typeof connectionFlags>;

/** Maximum size of a file with certificates or a key, in bytes. */
const maxBytes = 10 * 1024 * 1024;

const readNamed = async (name: string): Promise<NamedFile> => ({
  name,
  bytes: await readInputFile(name, { bytes: maxBytes }),
});

const readCertificate = async ({
  clientCert,
  clientKey,
  clientPassphrase,
}: ConnectionFlags): Promise<ClientCertificate | undefined> => {
  if (clientCert === undefined) {
    if (clientKey !== undefined) throw new CommandRefusal('--client-key needs --client-cert.');
    return undefined;
  }
  const passphrase = clientPassphrase === undefined ? {} : { passphrase: clientPassphrase };
  const common = { domain: '*', ...passphrase };
  if (['.p12', '.pfx'].includes(extname(clientCert).toLowerCase()))
    return { ...common, type: 'pkcs12', pkcs12: await readNamed(clientCert) };
  const certificate = await readNamed(clientCert);
  const key = clientKey === undefined ? certificate : await readNamed(clientKey);
  return { ...common, type: 'pem', certificate, key };
};

const protocols = ['http', 'https', 'socks5'];

const parseProxy = (text: string): ProxyOptions | 'system' | 'none' => {
  if (text === 'system' || text === 'none') return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const protocol = url?.protocol.slice(0, -1) ?? '';
  if (url === undefined || !protocols.includes(protocol) || url.hostname === '')
    throw new CommandRefusal(
      '--proxy takes the URL of a proxy, such as http://127.0.0.1:3128 or socks5://127.0.0.1:1080, or system or none.',
    );
  const credentials =
    url.username === ''
      ? {}
      : { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  return { protocol, hostname: url.hostname, port: url.port, bypass: '', ...credentials };
};

/**
 * Reads the connection settings from the flags.
 * @throws CommandRefusal if a file cannot be read or a flag is invalid
 */
export const readConnections = async (flags: ConnectionFlags): Promise<ProvidedConnections> => {
  const certificate = await readCertificate(flags);
  return {
    ca: await Promise.all(flags.cacert.map(readNamed)),
    clientCertificates: certificate === undefined ? [] : [certificate],
    ...(flags.proxy === undefined ? {} : { proxy: parseProxy(flags.proxy) }),
  };
};
