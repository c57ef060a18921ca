import { defineChoiceFlag, listFlag, switchFlag, defineTextFlag } from './flags.js';

/** The flags of every application that opens a workbench. */
export const workbenchFlags = {
  dataDir: defineTextFlag({
    flags: '--data-dir <folder>',
    description: "Data folder (default: the platform's folder for application data)",
    env: 'TANDEM_DATA_DIR',
    fallback: undefined,
  }),
  workspace: listFlag({
    flags: '--workspace <folder>',
    description:
      'Open this folder as a workspace, creating it if needed; repeatable, the last one becomes active',
    env: 'TANDEM_WORKSPACE',
  }),
  allowEnvSecrets: listFlag({
    flags: '--allow-env-secrets <names>',
    description:
      'Let every workspace use the TANDEM_SECRET_ values of these secrets (comma-separated), or of all',
    env: 'TANDEM_ALLOW_ENV_SECRETS',
    commas: true,
  }),
  recover: defineChoiceFlag({
    flags: '--recover <how>',
    description:
      'How to recover a damaged database: not at all, from its newest backup, or with a new one; the damaged file is kept',
    env: 'TANDEM_RECOVER',
    choices: ['no', 'backup', 'new'],
    fallback: 'no',
  }),
  keychain: defineChoiceFlag({
    flags: '--keychain <use>',
    description:
      "Whether a new key for secrets is put into the platform's keychain; without one it is in secrets.key of the data folder",
    env: 'TANDEM_KEYCHAIN',
    choices: ['yes', 'no'],
    fallback: 'yes',
  }),
  rotateKey: switchFlag({
    flags: '--rotate-key',
    description: 'Encrypt all secrets with a new key; no other program may use the data folder meanwhile',
  }),
} as const;
