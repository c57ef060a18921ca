import { isBuilt } from '../../tools/tests/is-built.mjs';
import { buildHost } from './build.mjs';

/** Builds the host process before the tests, which run scripts in it. `npm test` builds it itself. */
export const setup = async () => {
  if (!isBuilt) await buildHost();
};
