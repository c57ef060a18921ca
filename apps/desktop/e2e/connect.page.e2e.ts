import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { useJourney } from './use-journey.js';

const home = mkdtempSync(join(tmpdir(), 'tandem-home-'));
const cursorFile = join(home, '.cursor', 'mcp.json');
const text = '{\n  "mcpServers": {\n    "github": { "command": "gh-mcp" } // mine\n  }\n}\n';
mkdirSync(join(home, '.cursor'));
writeFileSync(cursorFile, text);
mkdirSync(join(home, '.codex'));
writeFileSync(join(home, '.codex', 'config.toml'), 'model = \n');
mkdirSync(join(home, '.codeium', 'windsurf'), { recursive: true });
afterAll(() => {
  rmSync(home, { recursive: true });
});

const journey = useJourney({ HOME: home });
const list = () => journey.page.getByRole('region', { name: 'Clients on this machine' });
const line = (name: string) => list().getByRole('listitem').filter({ hasText: name });
const read = () => readFile(cursorFile, 'utf8');

it(
  'Tandem is added to a client after the change is shown, and the change can be undone',
  { tags: 'window:connect' },
  async () => {
    const { page } = journey;
    await page.getByRole('button', { name: 'Connect an agent' }).click();
    await line('Cursor').getByText('Not connected').waitFor();
    expect(await line('Cursor').getByRole('link').getAttribute('href')).toMatch(/^cursor:\/\//);
    expect(await list().getByText('Not found').innerText()).toContain('Zed');
    await line('Codex').getByText('config.toml is not valid TOML: line').waitFor();
    expect(await line('Codex').getByRole('button').count()).toBe(0);

    await line('Cursor').getByRole('button', { name: 'Connect Cursor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect Cursor' });
    await expect.poll(() => dialog.locator('pre').innerText()).toContain('+    "tandem": {');
    expect(await read()).toBe(text);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await line('Cursor').getByText('Connected', { exact: true }).waitFor();
    await expect.poll(read).toContain('"tandem"');

    await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: 'Undo' }).click();
    await line('Cursor').getByText('Not connected').waitFor();
    expect(await read()).toBe(text);
    expect(journey.errors).toEqual([]);
  },
);

it(
  "a client's file that was changed after its diff was shown is not overwritten",
  { tags: 'window:connect' },
  async () => {
    const { page } = journey;
    await page.getByRole('button', { name: 'Connect an agent' }).click();
    await line('Cursor').getByRole('button', { name: 'Connect Cursor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect Cursor' });
    await expect.poll(() => dialog.locator('pre').innerText()).toContain('github');
    writeFileSync(cursorFile, '{}');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.getByRole('alert').getByText('was changed meanwhile').waitFor();
    expect(await read()).toBe('{}');
    await expect.poll(() => dialog.locator('pre').innerText()).not.toContain('github');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await line('Cursor').getByText('Connected', { exact: true }).waitFor();
    await line('Cursor').getByRole('button', { name: 'Disconnect Cursor' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click();
    await line('Cursor').getByText('Not connected').waitFor();
    expect(await read()).toBe('{}');
  },
);

it(
  'the page lists the agents that have connected, with their last calls',
  { tags: 'window:connect' },
  async () => {
    const { page, agent } = journey;
    await page.getByRole('button', { name: 'Connect an agent' }).click();
    await agent('workspaces_list', {});
    const agents = page.getByRole('region', { name: 'Agents' }).getByRole('listitem');
    await agents.filter({ hasText: /agent-smith 1\s*called workspaces_list at/ }).waitFor();
  },
);
