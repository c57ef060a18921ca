import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { useJourney } from './use-journey.js';

const journey = useJourney({}, { isAutomatic: true });
const examples = fileURLToPath(new URL('../../../examples/move-in/real-life/', import.meta.url));

let folder = '';
let server: ChildProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-first-run-'));
  server = spawn(process.execPath, [join(examples, 'server.mjs'), '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(server.stdout ?? server, 'data')) as [Buffer];
  const port = /:(\d+)\n$/.exec(line.toString())?.[1] ?? '';
  for (const name of ['postman', 'bruno'])
    await cp(join(examples, name), join(folder, name), { recursive: true });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('8096', port));
  }
});
afterAll(async () => {
  server.kill();
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  await rm(folder, { recursive: true, force: true });
});

afterEach(async () => {
  // The next test starts with the requests of this workspace.
  const { page } = journey;
  await page.getByRole('button', { name: 'Workspace' }).click();
  await page.getByRole('menuitemradio', { name: 'Playground' }).click();
  await page.getByRole('treeitem', { name: 'See what is sent' }).waitFor();
});

const openFolder = async (path: string): Promise<void> => {
  const { page } = journey;
  await page.getByRole('button', { name: 'Workspace' }).click();
  await page.getByRole('menuitem', { name: 'Open a folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a folder' });
  await dialog.getByRole('combobox', { name: 'Full path of the folder' }).fill(path);
  await page.keyboard.press('Enter');
};

/** Runs all requests of the workspace, and waits for the summary. */
const runAll = async (summary: string, answerPrompts?: () => Promise<void>): Promise<void> => {
  const { page } = journey;
  await page.getByRole('button', { name: 'Workspace' }).click();
  await page.getByRole('menuitem', { name: 'Run all requests …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run requests' });
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await answerPrompts?.();
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await run
    .locator('header')
    .getByText(/^(?:Passed|Failed|Stopped)$/)
    .waitFor();
  await expect.poll(() => run.locator('header').textContent()).toContain(summary);
};

describe('an import in the window', { tags: 'import:first-run' }, () => {
  it('of a Postman collection and its environment can be run successfully at once', async () => {
    const { page } = journey;
    // The file that a request sends lies in the workspace's folder.
    await openFolder(join(folder, 'postman'));
    await page.getByRole('button', { name: 'Open it anyway' }).click();
    await page.getByRole('button', { name: 'Workspace postman' }).waitFor();
    const names = ['bookings.postman_collection.json', 'front-desk.postman_environment.json'];
    const files = names.map((name) => join(folder, 'postman', name));
    await page.getByLabel('Documents to import').setInputFiles(files);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('They contain 8 requests', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('treeitem', { name: 'Log in' }).waitFor();
    await runAll('10 requests · 10 passed · 25 of 25 tests passed · Front desk');
    expect(journey.errors).toEqual([]);
  });

  it('of a Bruno collection asks for its prompt, and can then be run successfully at once', async () => {
    const { page } = journey;
    await openFolder(join(folder, 'bruno'));
    const dialog = page.getByRole('dialog', { name: 'Convert the Bruno collection “Bookings”' });
    await dialog.getByRole('button', { name: 'Convert and open' }).click();
    await page.getByRole('button', { name: 'Workspace Bookings' }).waitFor();
    await page.getByRole('treeitem', { name: 'Ask a room' }).waitFor();
    await runAll('11 requests · 11 passed · 22 of 22 tests passed · Desk', async () => {
      const form = page.getByRole('dialog', { name: 'Fill in before sending' });
      expect(await form.getByLabel('Room').inputValue()).toBe('Oslo');
      await form.getByLabel('Room').fill('Lima');
      await form.getByRole('button', { name: 'Send', exact: true }).click();
    });
    expect(journey.errors).toEqual([]);
  });
});
