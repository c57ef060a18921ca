import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { outside } from '../bundle-app.mjs';
import { root } from '../launch/say.mjs';

const readJson = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

/** The name under which the package is published. */
export const packageName = 'tandem-workbench';

const manifests = ['node', 'core', 'persistence', 'application', 'scripting'].map((lib) =>
  readJson('libs', lib, 'package.json'),
);
const versions = Object.assign({}, ...manifests.map(({ dependencies }) => dependencies));

/**
 * Returns the URL of the sources, which a provenance statement must match. It is known only in the workflow that
 * publishes the package.
 */
const createRepository = ({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name }) =>
  server === undefined || name === undefined
    ? {}
    : { repository: { type: 'git', url: `git+${server}/${name}.git` } };

/** Returns the name in the MCP registry. Its first part is the owner of the publishing repository. */
const getMcpName = ({ GITHUB_REPOSITORY: name }) =>
  `${name === undefined ? 'local.tandem' : `io.github.${name.split('/')[0]}`}/${packageName}`;

/**
 * Creates the manifest of the package.
 * @param {readonly string[]} typed packages that its types import
 * @param {NodeJS.ProcessEnv} env
 */
export const createManifest = (typed, env) => {
  const { version, license, engines } = readJson('package.json');
  const native = manifests.flatMap(({ optionalDependencies }) => Object.entries(optionalDependencies ?? {}));
  return {
    name: packageName,
    mcpName: getMcpName(env),
    version,
    description: 'An API workbench for you and your agent: a window, an MCP server, and a runner for CI',
    keywords: ['api', 'rest', 'graphql', 'http-client', 'mcp', 'api-testing', 'cli', 'opencollection'],
    license,
    type: 'module',
    engines,
    ...createRepository(env),
    bin: { tandem: 'apps/tandem/dist/bundle/main.js' },
    exports: {
      '.': { types: './types/apps/tandem/library.d.ts', default: './apps/tandem/dist/bundle/library.cjs' },
      './tandem-script': { types: './libs/scripting/tandem-script.d.ts' },
      './package.json': './package.json',
    },
    dependencies: Object.fromEntries(
      [...new Set([...outside, ...typed])].sort().map((name) => [name, versions[name]]),
    ),
    // Only one of these packages fits the version of Node; the others may fail to install.
    optionalDependencies: Object.fromEntries(native),
    publishConfig: { access: 'public', provenance: true },
  };
};
