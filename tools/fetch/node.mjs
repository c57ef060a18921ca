import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { fetchTool } from './fetch-tool.mjs';

const major = 24;

const getPath = (folder) =>
  process.platform === 'win32'
    ? join(folder, 'node_modules', `node-win-${process.arch}`, 'bin', 'node.exe')
    : join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');

/**
 * Returns the path of Node 24 or newer, for programs that need it: of this Node, or of one that is fetched.
 * @returns {Promise<string>} the path of the program
 */
export const fetchNode = async () => {
  if (Number(process.versions.node.split('.')[0]) >= major) return process.execPath;
  const path = getPath(await fetchTool('node'));
  if (existsSync(path)) return path;
  throw Object.assign(
    new Error(
      `Node ${major} cannot be fetched for ${process.platform} ${process.arch}; start this with Node ${major} or newer`,
    ),
    { code: 'TOOL_MISSING' },
  );
};
