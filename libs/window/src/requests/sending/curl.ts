import type { RpcMethods } from '@tandem/rpc/client';

type CurlCommand = RpcMethods['requests_curl']['result'];

const list = (names: readonly string[]): string => names.map((name) => `{{${name}}}`).join(', ');

/** Remarks about a copied command. */
export const describeCopiedCommand = (
  { command, masked, unresolved, hasScript }: CurlCommand,
  language = 'curl',
): string =>
  [
    `Copied as ${language}.`,
    masked.length > 0 ? `Secrets are masked: ${list(masked)}.` : '',
    unresolved.length > 0 ? `Unresolved: ${list(unresolved)}.` : '',
    hasScript ? 'The script is not included.' : '',
    language === 'curl' && command?.includes("$'") ? 'Paste it into bash or zsh.' : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
