import { readFileSync } from 'node:fs';

const manifest = new URL('../package.json', import.meta.url);

/** The version in the package's manifest. */
export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
