import {
  defineIntegerFlag,
  defineTextFlag,
  defineListFlag,
  defineSwitchFlag,
  type ValuesOf,
} from '@tandem/node/cli/flags';

/** The flags that configure connections. */
export const connectionFlags = {
  insecure: defineSwitchFlag({
    flags: '--insecure',
    description: 'Do not verify the certificates of servers, unless a folder or request says so',
  }),
  cacert: defineListFlag({
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

const maxInteger = Number.MAX_SAFE_INTEGER;

/** A flag for a whole number. The plan of a run checks the maximum. */
const createIntegerFlag = (flags: string, description: string, preset?: string) =>
  defineIntegerFlag({
    flags,
    description,
    fallback: undefined,
    minimum: 0,
    maximum: maxInteger,
    ...(preset === undefined ? {} : { preset }),
  });

/** The reporters, as `name` or `name=file`. */
export const reporterFlag = defineListFlag({
  flags: '--reporter <name[=file]>',
  description:
    'Write spec, dot, json, junit, html, github or tap to stdout or a file; repeatable (default: spec)',
});

/** The flags of `tandem run`. */
export const runFlags = {
  environments: defineListFlag({
    flags: '--env <name>',
    description: 'Run in this environment; repeatable, each is one column of a matrix',
  }),
  variables: defineListFlag({
    flags: '--var <name=value>',
    description: 'Set a variable for every request; repeatable',
    shape: { pattern: /^[^=]+=/, words: 'name=value' },
  }),
  prompts: defineListFlag({
    flags: '--prompt <label=value>',
    description: 'Answer a prompt such as {{?Label}}; repeatable',
    shape: { pattern: /^[^=]+=/, words: 'label=value' },
  }),
  envFile: defineTextFlag({
    flags: '--env-file <file>',
    description: 'Set the variables of a .env file; its TANDEM_SECRET_<NAME> give values of secrets',
    fallback: undefined,
  }),
  secretsFile: defineTextFlag({
    flags: '--secrets-file <file>',
    description: 'Values of secrets by name, in the form of a .env file',
    fallback: undefined,
  }),
  data: defineTextFlag({
    flags: '--data <file>',
    description: 'Run once for each row of a file with CSV, a JSON array or JSON lines',
    fallback: undefined,
  }),
  iterations: createIntegerFlag('--iterations <n>', 'Run this many times without rows (default: 1)'),
  parallel: createIntegerFlag(
    '--parallel <n>',
    'Run this many iterations and environments at the same time (default: 1)',
  ),
  bail: createIntegerFlag(
    '--bail [n]',
    'Stop after this many failed requests; without a number after the first',
    '1',
  ),
  retry: createIntegerFlag(
    '--retry <n>',
    'Run a failed request again, at most this often; it is reported as flaky if it then passes',
  ),
  retryDelay: createIntegerFlag(
    '--retry-delay <ms>',
    'Pause before a retry, doubled each time; Retry-After of the server wins (default: 250)',
  ),
  seed: createIntegerFlag('--seed <n>', 'Repeat the values of dynamic variables such as {{$randomCity}}'),
  delay: createIntegerFlag('--delay <ms>', 'Pause between requests, in milliseconds'),
  timeout: createIntegerFlag('--timeout <ms>', 'Timeout of each request, in milliseconds'),
  grep: defineTextFlag({
    flags: '--grep <text>',
    description: 'Run the requests whose path, such as Users/Get user, has this in it',
    fallback: undefined,
  }),
  tags: defineListFlag({
    flags: '--tags <names>',
    description: 'Run the requests with any of these tags, such as smoke,users; repeatable',
  }),
  excludeTags: defineListFlag({
    flags: '--exclude-tags <names>',
    description: 'Leave out the requests with any of these tags; repeatable',
  }),
  shard: defineTextFlag({
    flags: '--shard <i/n>',
    description: 'Run the i-th of n parts; "tandem report" merges the reports',
    fallback: undefined,
  }),
  durations: defineListFlag({
    flags: '--durations <report.json>',
    description: 'Make the parts of --shard equally long, by an earlier report; repeatable',
  }),
  requireTests: defineSwitchFlag({
    flags: '--require-tests',
    description: 'Fail if a request has no tests',
  }),
  allowScriptRequests: defineSwitchFlag({
    flags: '--allow-script-requests',
    description: 'Let scripts send requests of their own while they run',
  }),
  watch: defineSwitchFlag({
    flags: '--watch',
    description: 'Run again what a changed file touches, until it is stopped',
  }),
  ...connectionFlags,
  reporters: reporterFlag,
} as const;

export type RunFlags = ValuesOf<typeof runFlags>;
