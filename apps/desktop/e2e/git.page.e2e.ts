import { execFileSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const panel = () => journey.page.getByRole('region', { name: 'Git', exact: true });
const changes = () => panel().getByRole('region', { name: 'Changes since the last commit' });
const statusButton = (name: RegExp) => journey.page.getByRole('contentinfo').getByRole('button', { name });

/** Saves the workspace to its folder, and returns the folder. */
const save = async (): Promise<string> => {
  const { path } = await journey.agent('synchronization_synchronize', {});
  return path as string;
};

const runGit = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Creates a repository in which everything is committed, by an author who exists only in the test. */
const makeRepository = async (): Promise<string> => {
  const folder = await save();
  runGit(folder, 'init', '--quiet', '--initial-branch', 'main');
  runGit(folder, 'config', 'user.name', 'Ada');
  runGit(folder, 'config', 'user.email', 'ada@example.com');
  runGit(folder, 'add', '.');
  runGit(folder, 'commit', '--quiet', '--message', 'First');
  return folder;
};

/** Whether the element with the focus is within the visible part of the page. */
const isFocusInView = (): Promise<boolean> =>
  journey.page.evaluate(`(() => {
    const { top, bottom } = document.activeElement.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  })()`);

describe('git in the window', () => {
  it("shows changes by request and field with their authors, and commits or undoes an agent's changes", async () => {
    const { page } = journey;
    const { id } = await journey.agent('rest_create', { name: 'Orders', url: 'http://127.0.0.1:9/orders' });
    const { id: other } = await journey.agent('rest_create', {
      name: 'Bills',
      url: 'http://127.0.0.1:9/bills',
    });
    const folder = await makeRepository();
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await statusButton(/^Git: main, nothing to commit$/).click();
    await panel().getByText('Everything in the folder is as in the last commit.').waitFor();

    await journey.agent('rest_update', { id, url: 'http://127.0.0.1:9/orders/all' });
    await save();
    await panel().getByRole('button', { name: 'Refresh' }).click();
    await changes()
      .getByRole('button', { name: /^GET Orders/ })
      .click();
    await changes().getByText('http://127.0.0.1:9/orders/all').waitFor();
    await changes()
      .getByText(/^agent-smith, /)
      .waitFor();
    await statusButton(/^Git: main, 1 changed file$/).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    }

    await panel().getByRole('button', { name: 'Commit what agent-smith did' }).click();
    await expect
      .poll(() => panel().getByRole('textbox', { name: 'Commit message' }).inputValue())
      .toBe('Change Orders');
    await panel().getByRole('button', { name: 'Commit 1 change' }).click();
    await panel()
      .getByText(/^Committed as [0-9a-f]{8}\.$/)
      .waitFor();
    await panel().getByText('Nothing to commit', { exact: true }).waitFor();
    expect(runGit(folder, 'log', '-1', '--format=%an %s')).toBe('Ada Change Orders\n');

    await journey.agent('rest_update', { id: other, url: 'http://127.0.0.1:9/wrong' });
    await save();
    await panel().getByRole('button', { name: 'Refresh' }).click();
    await panel().getByRole('button', { name: 'Undo it' }).click();
    await panel().getByText('Undid 1 change by agent-smith.').waitFor();
    expect(await journey.agent('rest_get', { id: other })).toMatchObject({ url: 'http://127.0.0.1:9/bills' });
    expect(await journey.agent('rest_get', { id })).toMatchObject({ url: 'http://127.0.0.1:9/orders/all' });
    await save();
    expect(runGit(folder, 'status', '--porcelain')).toBe('');
    expect(journey.errors).toEqual([]);
  });

  it('commits what is staged to a new branch, and says why the branch cannot be pushed', async () => {
    await journey.agent('rest_create', { name: 'Invoices', url: 'http://127.0.0.1:9/invoices' });
    const folder = await makeRepository();
    await journey.agent('rest_create', { name: 'Mine', url: 'http://127.0.0.1:9/mine' });
    await journey.agent('rest_create', { name: 'Later', url: 'http://127.0.0.1:9/later' });
    await save();
    await journey.page.evaluate("dispatchEvent(new Event('focus'))");
    await statusButton(/^Git: main, 2 changed files$/).click();

    await panel().getByRole('button', { name: 'New branch' }).click();
    await panel().getByRole('textbox', { name: 'Name of the new branch' }).fill('feature');
    await panel().getByRole('button', { name: 'Create branch' }).click();
    await panel().getByText('Switched to feature.').waitFor();

    await changes().getByRole('checkbox', { name: 'Stage Mine' }).click();
    await expect.poll(() => changes().getByRole('checkbox', { name: 'Stage Mine' }).isChecked()).toBe(true);
    await panel().getByRole('textbox', { name: 'Commit message' }).fill('Add mine');
    await panel().getByRole('button', { name: 'Commit 1 change' }).click();
    await panel()
      .getByText(/^Committed as/)
      .waitFor();
    expect(runGit(folder, 'log', '-1', '--format=%D %s')).toBe('HEAD -> feature Add mine\n');
    expect(runGit(folder, 'status', '--porcelain')).toMatch(/^\?\? later\.yml\n$/);
    await expect.poll(() => panel().getByRole('button', { name: 'Push' }).isDisabled()).toBe(true);
    expect(journey.errors).toEqual([]);
  });

  it('commits by keyboard alone, and reads the repository once for the state and the changes', async () => {
    const { page } = journey;
    await journey.agent('rest_create', { name: 'Receipts', url: 'http://127.0.0.1:9/receipts' });
    const folder = await makeRepository();
    await journey.agent('rest_create', { name: 'By key', url: 'http://127.0.0.1:9/key' });
    await save();
    const calls: string[] = [];
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => calls.push(/"(git_\w+)"/.exec(String(payload))?.[1] ?? '')),
    );
    await page.reload();
    await statusButton(/^Git: \w+, 1 changed file$/).press('Enter');
    const commit = panel().getByRole('button', { name: 'Commit what agent-smith did' });
    await commit.waitFor();
    calls.length = 0;
    await panel().getByRole('button', { name: 'Refresh' }).press('Enter');
    await expect.poll(() => calls.filter((call) => call !== '')).toContain('git_changes');
    await commit.press('Enter');
    await page.locator('textarea[aria-label="Commit message"]:focus').waitFor();
    await page.keyboard.press('Control+Enter');
    await panel()
      .getByText(/^Committed as/)
      .waitFor();
    await panel().getByText('Nothing to commit', { exact: true }).waitFor();
    expect(calls).not.toContain('git_status');
    expect(runGit(folder, 'log', '-1', '--format=%s')).toBe('Add By key\n');
    await expect
      .poll(() => page.evaluate(`document.activeElement.closest('#shown-tab') !== null`))
      .toBe(true);
  });

  it('lists more than a hundred changes, renders those in view, and keeps the focus and what is open', async () => {
    const { page } = journey;
    const names = Array.from({ length: 130 }, (_, at) => `Line ${100 + at}`);
    await journey.agent('rest_create', { name: 'First line', url: 'http://127.0.0.1:9/first' });
    await makeRepository();
    for (const name of names) await journey.agent('rest_create', { name, url: 'http://127.0.0.1:9/lines' });
    await save();
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await statusButton(/^Git: \w+, 130 changed files$/).click();
    await panel().getByRole('button', { name: 'Show more changes' }).click();
    await changes().getByRole('heading', { name: 'Changes 130' }).waitFor();
    const scrollToTop = () => page.evaluate("document.querySelector('.screen.git').scrollTo(0, 0)");
    const row = (name: string) => changes().getByRole('button', { name: `GET ${name}` });
    const box = (name: string) => changes().getByRole('checkbox', { name: `Stage ${name}` });

    await expect.poll(() => changes().getByRole('listitem').count()).toBeLessThan(60);
    await scrollToTop();
    await row('Line 101').press('Enter');
    await changes().getByText('line-101.yml').waitFor();
    // Tab goes through all rows, and those behind are no longer rendered.
    for (let at = 0; at < 2 * names.length - 3; at++) await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Line 229');
    await expect.poll(isFocusInView).toBe(true);
    await expect.poll(() => changes().getByText('line-101.yml').count()).toBe(0);
    await expect.poll(() => changes().getByRole('listitem').last().getAttribute('aria-posinset')).toBe('130');

    // Scrolled away, the row with the focus stays, and a key acts on it.
    await box('Line 229').focus();
    await scrollToTop();
    await changes().getByText('line-101.yml').waitFor();
    await page.keyboard.press('Space');
    await panel().getByRole('button', { name: 'Commit 1 change' }).waitFor({ state: 'attached' });
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Stage Line 229');
    expect(await box('Line 229').isChecked()).toBe(true);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    expect(journey.errors).toEqual([]);
  });
});
