import { dirname, join, relative, sep } from 'node:path';

import { expect, it } from 'vitest';

import { getDataFilePaths, isDataFile } from './data-files.js';

const folder = join(sep, 'data');

it('the entries of a data folder are all listed', () => {
  const { listening, ...paths } = getDataFilePaths(folder);
  const names = Object.entries({ ...paths, listening: listening(4001) }).map(
    ([name, path]) => [name, relative(folder, path).split(sep).join('/')] as const,
  );
  expect(Object.fromEntries(names)).toEqual({
    database: 'tandem.sqlite',
    secretKey: 'secrets.key',
    storeKey: 'store.key',
    workspaces: 'workspaces',
    servers: 'servers',
    mcpAnnouncement: 'servers/mcp.json',
    mcpPort: 'servers/mcp.port',
    sessionKey: 'servers/session.key',
    listening: 'servers/listening/4001',
    windowClaim: 'servers/window.claim',
    windowState: 'servers/window.json',
    windowKey: 'servers/window.key',
    windowPort: 'servers/window.port',
    windowProfile: 'window',
    preferences: 'window/preferences.json',
    unsavedEdits: 'window/unsaved.json',
  });
});

it('the entries of a data folder are recognized, and other files are not', () => {
  const { listening, ...paths } = getDataFilePaths(folder);
  for (const path of [...Object.values(paths), listening(1)]) {
    const [entry = ''] = relative(folder, path).split(sep);
    expect(isDataFile(join(folder, entry)), entry).toBe(true);
  }
  expect(isDataFile(`${getDataFilePaths(folder).database}-wal`)).toBe(true);
  expect(['notes.txt', 'window.json', 'tandem'].map(isDataFile)).toEqual([false, false, false]);
  expect(dirname(getDataFilePaths(folder).database)).toBe(folder);
});
