import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { fetched } from './fetched.mjs';

const version = '4.1.0';

const folder = () => fetched(`bruno-${version}`, `@usebruno/cli@${version}`);

/**
 * Installs Bruno's command line once.
 * @returns {Promise<string>} the path of the program
 */
export const fetchBruno = async () => join(await folder(), 'node_modules/.bin/bru');

/**
 * Loads the package with which Bruno reads and writes its files, as the command line brings it.
 * @returns {Promise<import('./bruno.d.mts').BrunoFiles>}
 */
export const brunoFiles = async () =>
  createRequire(join(await folder(), 'package.json'))('@usebruno/filestore');

if (process.argv[1] === fileURLToPath(import.meta.url)) await fetchBruno();
