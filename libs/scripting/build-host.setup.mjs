import { buildHost } from './build.mjs';

/** Scripts run in a built host, so tests build it first. */
export const setup = buildHost;
