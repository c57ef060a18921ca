import { buildHost } from './build.mjs';

/** Builds the host process before the tests, which run scripts in it. */
export const setup = buildHost;
