import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const tree = () => journey.page.getByRole('tree', { name: 'Requests' });
const row = (name: string) => tree().getByRole('treeitem', { name, exact: true });
const findNewNameInput = () => journey.page.getByRole('textbox', { name: 'New name' });
const toast = (text: string) =>
  journey.page.getByRole('region', { name: 'Changes' }).locator('.toast', { hasText: text });

/** The folders as an agent lists them. */
const paths = async (): Promise<readonly string[]> => {
  const { folders } = await journey.agent('folders_list', {});
  return (folders as readonly { readonly path: string }[]).map(({ path }) => path);
};

const levelOf = (name: string) => row(name).getAttribute('aria-level');

const make = async (folder: string, ...names: readonly string[]): Promise<void> => {
  for (const name of names) {
    await journey.agent('rest_create', { name, folder, url: 'http://127.0.0.1:9' });
    await row(`GET ${name}`).waitFor();
  }
};

/** Types into the name field that opens with a new folder. */
const typeName = async (name: string): Promise<void> => {
  await journey.page.locator('[aria-label="New name"]:focus').waitFor();
  await journey.page.keyboard.type(name);
  await journey.page.keyboard.press('Enter');
  await row(name).waitFor();
};

const chooseInMenu = async (name: string, entry: string): Promise<void> => {
  await row(name).click({ button: 'right' });
  await journey.page.getByRole('menuitem', { name: entry }).click();
  await journey.page.getByRole('menu').waitFor({ state: 'detached' });
};

const barriers = () => findAccessibilityViolations(journey.page);

describe('a new folder', () => {
  it('needs one click and a name', { tags: 'tree:folders' }, async () => {
    await journey.page.getByRole('button', { name: 'New folder' }).click();
    await typeName('Clicked');
    await expect.poll(paths).toContain('Clicked');
  });

  it('needs one key and a name', { tags: 'tree:folders' }, async () => {
    await journey.page.keyboard.press('Shift+Alt+n');
    await typeName('Keyed');
    await expect.poll(paths).toContain('Keyed');
    await expect.poll(() => row('Keyed').getAttribute('data-focused')).toBe('true');
  });

  it(
    'is created inside a folder by two clicks and a name, as is a request',
    { tags: 'tree:folders' },
    async () => {
      await journey.agent('folders_create', { path: 'Outer' });
      await row('Outer').waitFor();
      await chooseInMenu('Outer', 'New folder here');
      await typeName('Inner');
      await expect.poll(paths).toContain('Outer/Inner');
      await expect.poll(() => levelOf('Inner')).toBe('2');
      await chooseInMenu('Inner', 'New REST request here');
      await expect.poll(() => levelOf('GET New request')).toBe('3');
    },
  );

  it('is created at the top level from the menu of the empty space', { tags: 'tree:folders' }, async () => {
    const { page } = journey;
    await tree().click({ button: 'right', position: { x: 100, y: 480 } });
    await page.getByRole('menuitem', { name: 'New folder here' }).waitFor();
    await expect.poll(barriers).toEqual([]);
    await page.getByRole('menuitem', { name: 'New folder here' }).click();
    await typeName('In the space');
    await expect.poll(paths).toContain('In the space');
  });

  it('gets the suggested name if Escape closes the field', { tags: 'tree:folders' }, async () => {
    for (const name of ['New folder', 'New folder 2']) {
      await journey.page.keyboard.press('Shift+Alt+n');
      await findNewNameInput().press('Escape');
      await row(name).waitFor();
    }
  });
});

describe('a folder', () => {
  it('is renamed with F2 together with its contents', { tags: 'tree:folders' }, async () => {
    const { page } = journey;
    await make('Old name/Deep', 'Follower');
    await openRequest(page, 'Follower');
    await row('Old name').click();
    await page.keyboard.press('F2');
    await expect.poll(() => findNewNameInput().inputValue()).toBe('Old name');
    await findNewNameInput().fill('Better name');
    await page.keyboard.press('Enter');
    await row('Better name').waitFor();
    await expect.poll(() => row('Better name').getAttribute('data-focused')).toBe('true');
    await expect.poll(() => row('Better name').getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowRight');
    await row('GET Follower').waitFor();
    await expect.poll(paths).toContain('Better name/Deep');
  });

  it(
    'keeps its name if the new name is taken, and a message says why',
    { tags: 'tree:folders' },
    async () => {
      const { page } = journey;
      for (const path of ['One', 'Two']) await journey.agent('folders_create', { path });
      await row('Two').click();
      await page.keyboard.press('F2');
      await findNewNameInput().fill('One');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').filter({ hasText: 'is taken' }).waitFor();
      await expect.poll(paths).toContain('Two');
    },
  );

  it(
    'is deleted with its requests by one key, and restored by one click',
    { tags: 'tree:undo' },
    async () => {
      const { page } = journey;
      await make('Doomed', 'First', 'Second');
      await openRequest(page, 'First');
      await row('Doomed').click();
      await page.keyboard.press('Delete');
      await expect.poll(() => row('Doomed').count()).toBe(0);
      await expect.poll(() => page.getByRole('tab', { name: 'First' }).count()).toBe(0);
      await toast('You deleted the folder Doomed with 2 requests')
        .getByRole('button', { name: 'Undo' })
        .click();
      // The earlier click closed the folder, and it stays closed.
      await row('Doomed').click();
      await row('GET First').waitFor();
      await row('GET Second').waitFor();
      await expect.poll(paths).toContain('Doomed');
      expect(await toast('deleted the request').count()).toBe(0);
    },
  );

  it('is reported in one notice with Undo if an agent deletes it', { tags: 'tree:undo' }, async () => {
    await make('Theirs/Inside', 'Third');
    await journey.agent('folders_delete', { id: 'Theirs' });
    await expect.poll(() => row('Theirs').count()).toBe(0);
    await toast('agent-smith deleted the folder Theirs with 1 request')
      .getByRole('button', { name: 'Undo' })
      .click();
    await row('GET Third').waitFor();
    expect(await toast('deleted the request').count()).toBe(0);
  });

  it('is reported in one notice if an agent renames it', { tags: 'tree:folders' }, async () => {
    await make('Before', 'Fourth', 'Fifth');
    await expect.poll(() => toast('Fifth').count()).toBe(1);
    await journey.agent('folders_update', { id: 'Before', name: 'After' });
    await toast('agent-smith renamed the folder Before to After').waitFor();
    await expect.poll(() => toast('agent-smith changed').count()).toBe(0);
  });

  it(
    'is deleted from its menu, where Delete is separated from the other entries',
    { tags: 'tree:undo' },
    async () => {
      const { page } = journey;
      await journey.agent('folders_create', { path: 'Useless' });
      await row('Useless').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
      await expect.poll(barriers).toEqual([]);
      const afterSeparators = page.getByRole('menu').locator('[role=separator] + [role=menuitem]');
      expect((await afterSeparators.allTextContents()).at(-1)).toContain('Delete');
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect.poll(() => row('Useless').count()).toBe(0);
      await toast('You deleted the folder Useless').getByRole('button', { name: 'Undo' }).click();
      await row('Useless').waitFor();
    },
  );
});

it('the menu of a tree row opens while the page is busy', { tags: 'tree:folders' }, async () => {
  const { page } = journey;
  await journey.agent('folders_create', { path: 'Pressed' });
  await row('Pressed').waitFor();
  // The page renders again between pressing and releasing the button.
  await page.evaluate(`(async () => {
    const line = document.querySelector('[role=treeitem][aria-label=Pressed]');
    line.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    const button = line.querySelector('button');
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' }));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    button.click();
  })()`);
  await page.getByRole('menuitem', { name: 'New folder here' }).waitFor();
});

describe('the position of a folder', () => {
  it(
    'is changed by dragging the folder into, next to and out of another folder',
    { tags: 'tree:drag' },
    async () => {
      const { page } = journey;
      for (const path of ['Box', 'Case']) await journey.agent('folders_create', { path });
      await make('Case', 'Content');
      await row('Case').dragTo(row('Box'));
      await expect.poll(() => levelOf('GET Content')).toBe('3');
      await expect.poll(paths).toContain('Box/Case');
      // With only a few rows there is empty space below them.
      await page.getByRole('searchbox', { name: 'Search requests' }).fill('case');
      await expect.poll(() => tree().getByRole('treeitem').count()).toBe(3);
      await row('Case').dragTo(tree(), { targetPosition: { x: 100, y: 300 } });
      await expect.poll(() => levelOf('Case')).toBe('1');
      await page.getByRole('searchbox', { name: 'Search requests' }).fill('');
      await row('Box').waitFor();
      const order = async () => (await paths()).filter((path) => ['Box', 'Case'].includes(path));
      await row('Case').dragTo(row('Box'), { targetPosition: { x: 100, y: 3 } });
      await expect.poll(order).toEqual(['Case', 'Box']);
      const shown = () =>
        tree()
          .getByRole('treeitem', { name: /^(Box|Case)$/ })
          .allInnerTexts();
      await expect.poll(shown).toEqual(['Case', 'Box']);
      await row('Case').click();
      await page.keyboard.press('Alt+ArrowDown');
      await expect.poll(order).toEqual(['Box', 'Case']);
    },
  );

  it(
    'can be changed with Move to …, even into a new folder, but not into the folder itself',
    { tags: 'tree:drag' },
    async () => {
      const { page } = journey;
      await make('Cargo', 'Parcel');
      await row('Cargo').click();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: 'Move to' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Move Cargo' });
      await dialog.locator('input:focus').fill('Cargo/inside');
      await dialog.getByText('A folder cannot be moved into itself.').waitFor();
      await dialog.locator('input:focus').fill('Harbour');
      await dialog.getByRole('option', { name: 'New folder Harbour', selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(paths).toContain('Harbour/Cargo');
    },
  );
});

describe('a key in the tree', () => {
  it('finds a row by its first letters', { tags: 'tree:keys' }, async () => {
    const { page } = journey;
    // Rows out of view are not in the document.
    await page.setViewportSize({ width: 1280, height: 1600 });
    await make('', 'Zebra', 'Zenith');
    await tree().focus();
    await page.keyboard.press('z');
    await expect.poll(() => row('GET Zebra').getAttribute('data-focused')).toBe('true');
    await page.keyboard.press('Home');
    await expect.poll(() => row('GET Zebra').getAttribute('data-focused')).toBe('false');
    await page.keyboard.press('End');
    await expect.poll(() => row('GET Zenith').getAttribute('data-focused')).toBe('true');
  });

  it('opens the menu of a request (Shift+F10)', { tags: 'tree:keys' }, async () => {
    const { page } = journey;
    await openRequest(page, 'See what is sent');
    await tree().focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    await expect.poll(barriers).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(journey.errors).toEqual([]);
  });
});
