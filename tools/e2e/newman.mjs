import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { fetched } from './fetched.mjs';

const version = '6.2.2';

/**
 * Installs Postman's command line once.
 * @returns {Promise<string>} the path of the program
 */
export const fetchNewman = async () =>
  join(await fetched(`newman-${version}`, `newman@${version}`), 'node_modules/.bin/newman');

if (process.argv[1] === fileURLToPath(import.meta.url)) await fetchNewman();
