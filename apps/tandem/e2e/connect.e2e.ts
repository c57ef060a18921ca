import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { launch, findProgramFile } from '@tandem/node/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tandem-home-'));
});
afterEach(() => rm(home, { recursive: true }));

const tandem = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const one = launch('tandem', args, { HOME: home, ...env });
  const { code } = await one.exited;
  return { code, ...one.out };
};
const resolvePath = (...path: readonly string[]) => join(home, ...path);
const write = async (file: string, text: string) => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
};

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
}

/** Starts the server from a client's configuration, as the client would, and calls a tool. */
const callFrom = async ({ command, args }: Entry, path = '') => {
  const client = new Client({ name: 'e2e', version: '1' });
  const env = { HOME: home, PATH: `${path}:${process.env.PATH ?? ''}` };
  await client.connect(new StdioClientTransport({ command, args: [...args], env }));
  try {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('rest_execute');
    return await client.callTool({ name: 'workspaces_list', arguments: {} });
  } finally {
    await client.close();
  }
};

describe('tandem connect', () => {
  it('adds an entry with which a client reaches the tools', { tags: 'connect:entry' }, async () => {
    const data = resolvePath('data');
    const text = '// mine\n{\n  "mcpServers": {\n    "x": { "command": "y" }, // why\n  },\n}\n';
    await write(resolvePath('.cursor', 'mcp.json'), text.replace('// mine\n', ''));
    const { code, stdout } = await tandem(['connect', 'cursor', '--yes', '--data-dir', data]);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('+    "tandem": {') as string,
    });
    const changed = await readFile(resolvePath('.cursor', 'mcp.json'), 'utf8');
    const { mcpServers } = JSON.parse(changed.replace(/,? ?\/\/ why/, '').replace(/\},\n\}/, '}\n}')) as {
      readonly mcpServers: { readonly tandem: Entry };
    };
    expect(mcpServers.tandem.args).toEqual([findProgramFile('tandem'), 'mcp', '--stdio', '--data-dir', data]);
    expect(await callFrom(mcpServers.tandem)).not.toMatchObject({ isError: true });
    expect((await readdir(data)).includes('tandem.sqlite')).toBe(true);
  });

  it('uses the command `tandem` if it is on the path', { tags: 'connect:entry' }, async () => {
    const bin = resolvePath('bin');
    await mkdir(bin);
    await symlink(findProgramFile('tandem'), join(bin, 'tandem'));
    await chmod(findProgramFile('tandem'), 0o755);
    const env = { PATH: `${bin}:${process.env.PATH ?? ''}` };
    await mkdir(resolvePath('.codex'));
    expect((await tandem(['connect', '--yes'], env)).code).toBe(0);
    expect(await readFile(resolvePath('.codex', 'config.toml'), 'utf8')).toBe(
      '[mcp_servers.tandem]\ncommand = "tandem"\nargs = ["mcp", "--stdio"]\n',
    );
    const entry = { command: 'tandem', args: ['mcp', '--stdio'] };
    expect(await callFrom(entry, bin)).not.toMatchObject({ isError: true });
  });

  it(
    'only prints with --print, and changes nothing without a confirmation',
    { tags: 'connect:asked' },
    async () => {
      await write(resolvePath('.cursor', 'mcp.json'), '{}');
      await mkdir(resolvePath('.codex'));
      const printed = await tandem(['connect', '--print']);
      expect(printed).toMatchObject({ code: 0, stderr: '' });
      expect(printed.stdout).toMatch(
        /^Cursor:\n--- .*^Codex:\n--- \/dev\/null\n.*^\+\[mcp_servers\.tandem\]/ms,
      );
      const unasked = await tandem(['connect']);
      expect(`${unasked.code} ${unasked.stderr}`).toMatch(/^1 Cursor was not changed\. Add --yes/);
      expect(await readFile(resolvePath('.cursor', 'mcp.json'), 'utf8')).toBe('{}');
      expect(await readdir(resolvePath('.cursor'))).toEqual(['mcp.json']);
      expect(await readdir(resolvePath('.codex'))).toEqual([]);
    },
  );

  it('adds only one entry if it is repeated', { tags: 'connect:unchanged' }, async () => {
    await write(resolvePath('.cursor', 'mcp.json'), '{}');
    await tandem(['connect', '--yes']);
    const before = await readFile(resolvePath('.cursor', 'mcp.json'), 'utf8');
    expect(await tandem(['connect', '--yes'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Cursor already starts Tandem: /) as string,
    });
    expect(await readFile(resolvePath('.cursor', 'mcp.json'), 'utf8')).toBe(before);
  });

  it(
    'reports the broken file of a client, and connects the other clients',
    { tags: 'connect:unusable' },
    async () => {
      const broken = '{\n  "mcpServers": {\n';
      await write(resolvePath('.cursor', 'mcp.json'), broken);
      await mkdir(resolvePath('.codex'));
      const { code, stdout, stderr } = await tandem(['connect', '--yes']);
      expect(code).toBe(3);
      expect(stderr).toMatch(
        /mcp\.json is not valid JSON: line 3, column 1: close brace expected\. Nothing was changed/,
      );
      expect(stderr).toContain('or add this by hand');
      expect(stdout).toContain('Codex starts Tandem now');
      expect(await readFile(resolvePath('.cursor', 'mcp.json'), 'utf8')).toBe(broken);
    },
  );

  it(
    'lists the clients if a named client is unknown or no client is found',
    { tags: 'connect:found' },
    async () => {
      const unknown = await tandem(['connect', 'emacs']);
      expect(`${unknown.code} ${unknown.stderr}`).toMatch(
        /^2 tandem: There is no client "emacs"; there are claude-code, /,
      );
      const none = await tandem(['connect']);
      expect(`${none.code} ${none.stderr}`).toMatch(
        /^1 tandem: No MCP client was found on this machine\. Name one/,
      );
    },
  );
});

describe('tandem disconnect', () => {
  it('removes only its own entry', { tags: 'connect:unchanged' }, async () => {
    const text = '{\r\n\t"theme": "dark", // mine\r\n}\r\n';
    await write(resolvePath('.config', 'zed', 'settings.json'), text);
    await mkdir(resolvePath('.codex'));
    await tandem(['connect', '--yes']);
    expect(await readFile(resolvePath('.config', 'zed', 'settings.json'), 'utf8')).toContain(
      '"context_servers"',
    );
    const { code, stdout } = await tandem(['disconnect', '--yes']);
    expect(`${code} ${stdout}`).toMatch(/^0 .*Codex no longer starts Tandem.*Zed no longer starts Tandem/s);
    expect(await readFile(resolvePath('.config', 'zed', 'settings.json'), 'utf8')).toBe(text);
    expect(await readdir(resolvePath('.codex'))).toEqual([]);
    expect((await tandem(['disconnect'])).stderr).toMatch(/No MCP client with an entry for Tandem was found/);
  });
});
