import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { AgentClientId } from '@tandem/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type ConfigClients, createConfigClients } from './config-clients.js';
import { knownClients } from './known-clients.js';
import { createLaunch, type Machine } from './launch.js';

let home: string;
let place: Machine;
let clients: ConfigClients;
const node = '/opt/node';
const script = '/opt/tandem/main.js';

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tandem-connect-'));
  place = { platform: 'linux', home, env: {} };
  clients = createConfigClients({ program: [node, script] }, place);
});
afterEach(() => rm(home, { recursive: true }));

const cursorFile = () => join(home, '.cursor', 'mcp.json');
const write = async (file: string, text: string | Buffer) => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
};
const change = async (id: AgentClientId, action: 'connect' | 'disconnect') =>
  clients.change(id, action, (await clients.look(id)).revision);

describe('the search for clients on a machine', { tags: 'connect:found' }, () => {
  const filesOn = (platform: NodeJS.Platform, homeFolder: string, env: NodeJS.ProcessEnv) =>
    Object.fromEntries(
      knownClients.map(({ id, files }) => [id, files({ platform, home: homeFolder, env }).at(-1)]),
    );

  it("looks for the configuration file of each client where the client's documentation says", () => {
    expect(filesOn('linux', '/home/ada', {})).toEqual({
      'claude-code': '/home/ada/.claude.json',
      'claude-desktop': '/home/ada/.config/Claude/claude_desktop_config.json',
      cursor: '/home/ada/.cursor/mcp.json',
      vscode: '/home/ada/.config/Code/User/mcp.json',
      codex: '/home/ada/.codex/config.toml',
      zed: '/home/ada/.config/zed/settings.json',
      windsurf: '/home/ada/.codeium/windsurf/mcp_config.json',
    });
    const support = '/Users/ada/Library/Application Support';
    expect(filesOn('darwin', '/Users/ada', {})).toMatchObject({
      'claude-code': '/Users/ada/.claude.json',
      'claude-desktop': `${support}/Claude/claude_desktop_config.json`,
      vscode: `${support}/Code/User/mcp.json`,
      zed: '/Users/ada/.config/zed/settings.json',
    });
    const env = { APPDATA: String.raw`D:\Roaming` };
    expect(filesOn('win32', String.raw`C:\Users\Ada`, env)).toEqual({
      'claude-code': String.raw`C:\Users\Ada\.claude.json`,
      'claude-desktop': String.raw`D:\Roaming\Claude\claude_desktop_config.json`,
      cursor: String.raw`C:\Users\Ada\.cursor\mcp.json`,
      vscode: String.raw`D:\Roaming\Code\User\mcp.json`,
      codex: String.raw`C:\Users\Ada\.codex\config.toml`,
      zed: String.raw`D:\Roaming\Zed\settings.json`,
      windsurf: String.raw`C:\Users\Ada\.codeium\windsurf\mcp_config.json`,
    });
  });

  it('looks for configuration files where environment variables point', () => {
    const env = { CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '/x', XDG_CONFIG_HOME: '/g' };
    expect(filesOn('linux', '/home/ada', env)).toMatchObject({
      'claude-code': '/c/.claude.json',
      codex: '/x/config.toml',
      zed: '/g/zed/settings.json',
    });
  });

  it('finds a client if it has a configuration file or folder', async () => {
    expect((await clients.list()).filter(({ isFound }) => isFound)).toEqual([]);
    await write(cursorFile(), '{}');
    await mkdir(join(home, '.codex'));
    await mkdir(join(home, '.claude'));
    const found = (await clients.list()).filter(({ isFound }) => isFound);
    expect(found.map(({ id, file, state }) => [id, file, state])).toEqual([
      ['claude-code', join(home, '.claude.json'), 'none'],
      ['cursor', cursorFile(), 'none'],
      ['codex', join(home, '.codex', 'config.toml'), 'none'],
    ]);
  });
});

describe('connecting and disconnecting', { tags: 'connect:unchanged' }, () => {
  const texts: Readonly<Record<string, string | Buffer>> = {
    'comments and trailing commas':
      '// mine\n{\n  "mcpServers": {\n    "x": { "command": "y" }, // why\n  },\n}\n',
    'a byte order mark': '\uFEFF{\n  "mcpServers": {}\n}\n',
    'CRLF and tabs': '{\r\n\t"a": 1\r\n}\r\n',
    'an empty file': '',
    'spaces alone': '  \n\n',
    'an empty table': '{ "mcpServers": { } }',
    'one long line': `{"a":${JSON.stringify('x'.repeat(10_000))}}`,
  };

  it.each(Object.entries(texts))('restore a file with %s, byte for byte', async (_, text) => {
    await write(cursorFile(), text);
    expect(await change('cursor', 'connect')).toMatchObject({ state: 'connected', connect: null });
    const connected = await readFile(cursorFile());
    expect(connected.equals(Buffer.from(text))).toBe(false);
    expect(await readFile(`${cursorFile()}.tandem-backup`)).toEqual(Buffer.from(text));
    expect(await change('cursor', 'disconnect')).toMatchObject({ state: 'none', disconnect: null });
    expect(await readFile(cursorFile())).toEqual(Buffer.from(text));
    expect(await readdir(dirname(cursorFile()))).toEqual(['mcp.json']);
  });

  it.each(knownClients.map(({ id }) => [id] as const))(
    'create and remove the configuration file of %s',
    async (id) => {
      const { file, entry } = await clients.look(id);
      await change(id, 'connect');
      const text = await readFile(file, 'utf8');
      expect(text).toBe(entry);
      expect(text).toContain(script);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      await change(id, 'disconnect');
      await expect(stat(file)).rejects.toThrow('ENOENT');
    },
  );

  it('keep what a person changed in between, and back it up', async () => {
    await write(cursorFile(), '{ "mcpServers": { "a": {} } }');
    await change('cursor', 'connect');
    const later = (await readFile(cursorFile(), 'utf8')).replace('"a": {}', '"a": {}, "b": {}');
    await writeFile(cursorFile(), later);
    await change('cursor', 'disconnect');
    expect(await readFile(cursorFile(), 'utf8')).toBe('{ "mcpServers": { "a": {}, "b": {} } }');
    expect(await readFile(`${cursorFile()}.tandem-backup`, 'utf8')).toBe(later);
  });

  it('restore the original file even if the entry was updated in between', async () => {
    const text = '{\n  "theme": "dark"\n}\n';
    await write(cursorFile(), text);
    await change('cursor', 'connect');
    clients = createConfigClients({ program: ['/new/node', script], dataFolder: '/data' }, place);
    expect(await clients.look('cursor')).toMatchObject({ state: 'outdated' });
    await change('cursor', 'connect');
    expect(JSON.parse(await readFile(cursorFile(), 'utf8'))).toEqual({
      mcpServers: {
        tandem: { command: '/new/node', args: [script, 'mcp', '--stdio', '--data-dir', '/data'] },
      },
      theme: 'dark',
    });
    await change('cursor', 'disconnect');
    expect(await readFile(cursorFile(), 'utf8')).toBe(text);
  });

  it.skipIf(process.platform === 'win32')(
    'keep the permissions and the symbolic link of a file',
    async () => {
      const real = join(home, 'dotfiles', 'mcp.json');
      await write(real, '{}');
      await chmod(real, 0o640);
      await mkdir(dirname(cursorFile()));
      await symlink(real, cursorFile());
      await change('cursor', 'connect');
      expect((await lstat(cursorFile())).isSymbolicLink()).toBe(true);
      expect((await stat(real)).mode & 0o777).toBe(0o640);
      expect((await stat(`${cursorFile()}.tandem-backup`)).mode & 0o777).toBe(0o640);
      expect(await readFile(real, 'utf8')).toContain('"tandem"');
    },
  );
});

describe('an unusable file', { tags: 'connect:unusable' }, () => {
  it.each([
    [
      '{\n  "mcpServers": {\n    "a": {}\n    "b": {}\n  }\n}',
      / is not valid JSON: line 4, column 5: comma expected\.$/,
    ],
    ['[1]', / has a value in line 1 that is not an object\.$/],
    [Buffer.from([0xff, 0xfe, 0x7b, 0]), / is not UTF-8 text\.$/],
  ])('is not changed', async (text, reason) => {
    await write(cursorFile(), text);
    const { revision, ...client } = await clients.look('cursor');
    expect(client).toMatchObject({
      state: 'unusable',
      reason: expect.stringMatching(reason) as string,
      connect: null,
    });
    await expect(clients.change('cursor', 'connect', revision)).rejects.toThrow();
    expect(await readFile(cursorFile())).toEqual(Buffer.from(text));
    expect(await readdir(dirname(cursorFile()))).toEqual(['mcp.json']);
  });

  it('is reported if it is read-only, a folder, or a dangling link', async () => {
    await write(cursorFile(), '{}');
    await chmod(cursorFile(), 0o444);
    expect((await clients.look('cursor')).reason).toMatch(/mcp\.json is read-only\.$/);
    await rm(cursorFile());
    await mkdir(cursorFile());
    expect((await clients.look('cursor')).reason).toMatch(/cannot be read: EISDIR/);
    await rm(cursorFile(), { recursive: true });
    await symlink(join(home, 'nowhere'), cursorFile());
    expect((await clients.look('cursor')).reason).toMatch(/is a link to a file that does not exist\.$/);
  });

  it('is not written if it was changed after its diff was shown', { tags: 'connect:asked' }, async () => {
    await write(cursorFile(), '{}');
    const { revision } = await clients.look('cursor');
    await writeFile(cursorFile(), '{ "a": 1 }');
    await expect(clients.change('cursor', 'connect', revision)).rejects.toThrow('was changed meanwhile');
    expect(await readFile(cursorFile(), 'utf8')).toBe('{ "a": 1 }');
  });
});

describe('the preview', { tags: 'connect:asked' }, () => {
  it('shows a change as a diff', async () => {
    await write(cursorFile(), '{\n  "a": 1,\n  "mcpServers": {\n    "x": {}\n  }\n}\n');
    const { connect, disconnect } = await clients.look('cursor');
    expect(disconnect).toBeNull();
    expect(connect).toBe(`--- ${cursorFile()}
+++ ${cursorFile()}
@@ -2,4 +2,12 @@
   "a": 1,
   "mcpServers": {
+    "tandem": {
+      "command": "${node}",
+      "args": [
+        "${script}",
+        "mcp",
+        "--stdio"
+      ]
+    },
     "x": {}
   }
`);
  });

  it('shows only the changed part of a long line', async () => {
    await write(cursorFile(), `{"a":"${'x'.repeat(500)}","mcpServers":{"b":{}},"c":"${'y'.repeat(500)}"}`);
    const { connect } = await clients.look('cursor');
    const lines = connect?.split('\n').slice(3) ?? [];
    expect(lines.find((line) => line.startsWith('+'))).toMatch(
      /^\+…x+","mcpServers":\{"tandem":\{"command".*…$/,
    );
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(170);
  });

  it('offers install links for Cursor and VS Code', async () => {
    const args = [script, 'mcp', '--stdio'];
    const cursor = new URL((await clients.look('cursor')).installLink ?? '');
    expect(`${cursor.protocol}//${cursor.host}${cursor.pathname}`).toBe(
      'cursor://anysphere.cursor-deeplink/mcp/install',
    );
    expect(cursor.searchParams.get('name')).toBe('tandem');
    const config = Buffer.from(cursor.searchParams.get('config') ?? '', 'base64').toString();
    expect(JSON.parse(config)).toEqual({ command: node, args });
    const vscode = (await clients.look('vscode')).installLink ?? '';
    expect(vscode.startsWith('vscode:mcp/install?')).toBe(true);
    const given = JSON.parse(decodeURIComponent(vscode.slice(vscode.indexOf('?') + 1))) as object;
    expect(given).toEqual({ name: 'tandem', type: 'stdio', command: node, args });
  });
});

describe.skipIf(process.platform === 'win32')('the entry for Tandem', { tags: 'connect:entry' }, () => {
  const install = async (...folder: readonly string[]) => {
    const path = join(home, ...folder);
    await mkdir(path, { recursive: true });
    await symlink(join(home, 'main.js'), join(path, 'tandem'));
    return path;
  };
  const program = () => [node, join(home, 'main.js')] as const;
  const launch = (...path: readonly string[]) =>
    createLaunch({ ...place, env: { PATH: path.join(':') } }, { program: program() });
  const byPaths = () => ({ command: node, args: [join(home, 'main.js'), 'mcp', '--stdio'] });
  beforeEach(() => writeFile(join(home, 'main.js'), ''));

  it('starts `tandem` if the command of that name is this program', async () => {
    expect(launch('/nowhere', await install('bin'))).toEqual({ command: 'tandem', args: ['mcp', '--stdio'] });
  });

  it('uses absolute paths if `tandem` is not installed, is another program, or is only on the path of npx', async () => {
    expect(launch()).toEqual(byPaths());
    expect(launch(await install('_npx', 'node_modules', '.bin'))).toEqual(byPaths());
    await mkdir(join(home, 'other'));
    await writeFile(join(home, 'other', 'tandem'), '');
    expect(launch(join(home, 'other'), await install('bin'))).toEqual(byPaths());
  });
});
