import { fetchProgram } from './fetch-tool.mjs';

/**
 * Installs Postman's command line once.
 * @returns {Promise<string>} the path of the program
 */
export const fetchNewman = () => fetchProgram('newman', 'newman');
