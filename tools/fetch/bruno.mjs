import { createRequire } from 'node:module';

import { fetchModule, fetchProgram } from './fetch-tool.mjs';

/**
 * Installs Bruno's command line once.
 * @returns {Promise<string>} the path of the program
 */
export const fetchBruno = () => fetchProgram('bruno', 'bru');

/**
 * Loads the package with which Bruno reads and writes its files, as installed with the command line.
 * @returns {Promise<import('./bruno.d.mts').BrunoFiles>}
 */
export const brunoFiles = async () =>
  createRequire(import.meta.url)(await fetchModule('bruno', '@usebruno/filestore'));

/**
 * Loads the functions with which Bruno finds prompts, as installed with the command line.
 * @returns {Promise<import('./bruno.d.mts').BrunoCommon>}
 */
export const brunoCommon = async () =>
  createRequire(import.meta.url)(await fetchModule('bruno', '@usebruno/common'));
