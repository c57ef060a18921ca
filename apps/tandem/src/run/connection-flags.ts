import { listFlag, switchFlag, defineTextFlag } from '@tandem/node/cli/flags';

/** The flags that configure connections. */
export const connectionFlags = {
  insecure: switchFlag({
    flags: '--insecure',
    description: 'Do not verify the certificates of servers, unless a folder or request says so',
  }),
  cacert: listFlag({
    flags: '--cacert <file>',
    description: 'Trust the CAs of a PEM file as well; repeatable',
  }),
  clientCert: defineTextFlag({
    flags: '--client-cert <file>',
    description: 'Show this certificate to servers: PEM, or PKCS#12 if it ends in .p12 or .pfx',
    fallback: undefined,
  }),
  clientKey: defineTextFlag({
    flags: '--client-key <file>',
    description: 'The key of --client-cert in PEM (default: in the same file)',
    fallback: undefined,
  }),
  clientPassphrase: defineTextFlag({
    flags: '--client-passphrase <text>',
    description: 'The passphrase of the key; the environment hides it from other users',
    env: 'TANDEM_CLIENT_PASSPHRASE',
    fallback: undefined,
  }),
  proxy: defineTextFlag({
    flags: '--proxy <url>',
    description: 'Send through an http, https or socks5 proxy, through that of the system, or through none',
    env: 'TANDEM_PROXY',
    fallback: undefined,
  }),
} as const;
