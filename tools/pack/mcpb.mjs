import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { fetchProgram } from '../fetch/fetch-tool.mjs';
import { runOrFail } from '../launch/run-or-fail.mjs';
import { packageName } from './manifest.mjs';

/** Starts the server on stdin and stdout, so that a client needs only this file as an argument. */
const start = `process.argv.splice(2, 0, 'mcp', '--stdio');
await import('./package/apps/tandem/dist/bundle/main.js');
`;

const entryPoint = 'server/index.mjs';

/**
 * Creates the manifest of the bundle, in version 0.3 of its format. The native modules are built for this platform and
 * version of Node.
 */
const createManifest = ({ version, description, keywords, license, repository }) => {
  const [major] = process.versions.node.split('.').map(Number);
  return {
    manifest_version: '0.3',
    name: packageName,
    display_name: 'Tandem',
    version,
    description,
    author: { name: 'The authors of Tandem' },
    ...(repository === undefined
      ? {}
      : { repository: { ...repository, url: repository.url.replace(/^git\+/, '') } }),
    server: {
      type: 'node',
      entry_point: entryPoint,
      mcp_config: { command: 'node', args: [`\${__dirname}/${entryPoint}`] },
    },
    tools_generated: true,
    prompts_generated: true,
    keywords,
    license,
    compatibility: {
      platforms: [process.platform],
      runtimes: { node: `>=${major === 20 ? '20.19.0' : `${major}.0.0`} <${major + 1}.0.0` },
    },
  };
};

/**
 * Creates an MCP bundle for this platform and version of Node, which a client installs with one click.
 * @returns its path
 * @param {string} installed folder of the package with its dependencies, which is moved
 * @param {string} folder
 * @param {string} work
 */
export const makeMcpb = async (installed, folder, work) => {
  const staged = join(work, 'mcpb');
  mkdirSync(join(staged, 'server'), { recursive: true });
  const manifest = createManifest(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')));
  renameSync(installed, join(staged, 'server', 'package'));
  writeFileSync(join(staged, entryPoint), start);
  writeFileSync(join(staged, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const name = `${packageName}-${manifest.version}-${process.platform}-${process.arch}.mcpb`;
  const outputPath = join(folder, name);
  runOrFail(await fetchProgram('mcpb', 'mcpb'), ['pack', staged, outputPath]);
  return outputPath;
};
