import { describe, expect, it } from 'vitest';

import { holdAnswers } from './hold.js';
import { openRequest } from './open-page.js';
import { openSection } from './open-section.js';
import { holdKey, pressTwiceAtOnce } from './press-at-once.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const openEnvironments = async (): Promise<void> => {
  await journey.page.getByRole('button', { name: 'Environments', exact: true }).click();
  await journey.page.getByRole('tab', { name: 'Environments', selected: true }).waitFor();
};

interface StoredEnvironment {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly active: boolean;
  readonly variables: readonly { readonly name: string; readonly value: string; readonly enabled: boolean }[];
  readonly secrets: readonly { readonly name: string; readonly hasValue: boolean }[];
}

/** The environments as an agent lists them. */
const environments = async (): Promise<readonly StoredEnvironment[]> => {
  const { environments: all } = await journey.agent('environments_list', {});
  return all as readonly StoredEnvironment[];
};

const environment = async (name: string): Promise<StoredEnvironment | undefined> =>
  (await environments()).find((one) => one.name === name);

/** Reads the value of a variable as an agent reads it. */
const readStoredVariable = async (name: string): Promise<unknown> =>
  (await environments()).flatMap(({ variables }) => variables).find((one) => one.name === name)?.value;

const field = (name: string) => journey.page.getByRole('textbox', { name });
const button = (name: string) => journey.page.getByRole('button', { name, exact: true });
const option = (name: string) => journey.page.getByRole('option', { name: new RegExp(`^${name}`) });
const list = () => journey.page.getByRole('listbox', { name: 'Environments of the workspace' });
const detail = (name: string) =>
  journey.page.getByRole('region', { name: `Environment ${name}`, exact: true });

/** Creates an environment as the agent and shows it in the page. */
const createAndShowEnvironment = async (name: string, more: Record<string, unknown> = {}): Promise<void> => {
  await journey.agent('environments_create', { name, ...more });
  await openEnvironments();
  await option(name).click();
  await detail(name).waitFor();
};

describe('a variable', () => {
  it('is stored when Tab moves the focus away, and survives a reload', async () => {
    const { page } = journey;
    await openRequest(page, 'See what is sent');
    await openEnvironments();
    const add = async (at: number, name: string, value: string): Promise<void> => {
      await field(`Variable ${at} name`).fill(name);
      await field(`Variable ${at} value`).fill(value);
    };
    await add(1, 'left', 'by-key');
    await page.keyboard.press('Alt+PageUp');
    await page.getByRole('tab', { name: 'See what is sent', selected: true }).waitFor();
    await expect.poll(() => readStoredVariable('left')).toBe('by-key');
    await openEnvironments();
    await add(2, 'reloaded', 'in-time');
    await page.reload();
    await page.getByRole('region', { name: 'Environments', exact: true }).waitFor();
    await expect.poll(() => readStoredVariable('reloaded')).toBe('in-time');
  });

  it('can be switched off and removed, and has links to the requests that use it', async () => {
    const { page } = journey;
    await journey.agent('rest_create', { name: 'Uses it', url: 'http://{{used_host}}/' });
    await createAndShowEnvironment('Uses', { variables: { used_host: 'h', spare: '1' } });
    await page.getByRole('checkbox', { name: 'Variable 2 is on' }).click();
    await button('Remove Variable 2').focus();
    await page.keyboard.press('Tab');
    await expect
      .poll(async () => (await environment('Uses'))?.variables[1])
      .toEqual({ name: 'spare', value: '1', enabled: false });
    await button('Remove Variable 2').click();
    await expect.poll(async () => (await environment('Uses'))?.variables.length).toBe(1);
    await button('Variable 1 is used by 1 request').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Uses it' }).click();
    await page.getByRole('tab', { name: 'Uses it', selected: true }).waitFor();
  });

  it('keeps the list of its uses open while a change reloads the uses', async () => {
    const { page } = journey;
    await journey.agent('rest_create', { name: 'Reads it', url: 'http://{{read_host}}/' });
    const uses = await holdAnswers(page, 'environments_uses', false);
    await createAndShowEnvironment('Asked again', { variables: { read_host: 'h', other: '1' } });
    await button('Variable 1 is used by 1 request').click();
    const user = page.getByRole('dialog').getByRole('button', { name: 'Reads it' });
    await user.waitFor();
    uses.begin();
    await journey.agent('environments_update', { id: 'Asked again', variables: { other: '2' } });
    await expect.poll(() => page.getByLabel('Variable 2 value').inputValue()).toBe('2');
    await user.click();
    await page.getByRole('tab', { name: 'Reads it', selected: true }).waitFor();
    uses.release();
  });

  it('has a link to a folder whose script uses it', { tags: 'environment:uses' }, async () => {
    const { page } = journey;
    const script = "export const onRequest = ({ env }) => { env.getVariable('used_below'); };";
    await journey.agent('folders_create', { path: 'Below', script });
    await createAndShowEnvironment('Used below', { variables: { used_below: '1' } });
    await button('Variable 1 is used by 1 folder').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Below' }).click();
    await page.getByRole('region', { name: 'Settings of Below' }).waitFor();
  });
});

describe('a secret', () => {
  it('is a locked row, can be shown by holding a button, and is stored when the row loses the focus', async () => {
    const { page } = journey;
    await createAndShowEnvironment('Locked');
    await field('Variable 1 name').fill('key');
    await button('Variable 1 is secret').click();
    const value = page.getByLabel('Variable 1 value');
    await value.fill('s3cret-value');
    await button('Hold to show').focus();
    await page.keyboard.down('Space');
    await expect.poll(() => value.getAttribute('type')).toBe('text');
    await page.keyboard.up('Space');
    await expect.poll(() => value.getAttribute('type')).toBe('password');
    await field('Variable 2 name').focus();
    await expect.poll(async () => (await environment('Locked'))?.secrets).toMatchObject([{ hasValue: true }]);
    await expect.poll(() => value.inputValue()).toBe('');
    expect(await page.content()).not.toContain('s3cret-value');
  });
});

describe('an environment', () => {
  it('keeps the typed name even if that name is refused', async () => {
    await openEnvironments();
    await field('Name of a new environment').fill('Default');
    await journey.page.keyboard.press('Enter');
    await journey.page
      .getByRole('region', { name: 'Environments', exact: true })
      .getByRole('alert')
      .waitFor();
    await expect.poll(() => field('Name of a new environment').inputValue()).toBe('Default');
  });

  it(
    'is created and renamed in two steps each, and colored and activated in one step each',
    { tags: 'environment:color' },
    async () => {
      const { page } = journey;
      await openEnvironments();
      await field('Name of a new environment').fill('Stage');
      await page.keyboard.press('Enter');
      await detail('Stage').waitFor();
      await field('Name of the environment').fill('Staging');
      await page.keyboard.press('Enter');
      await detail('Staging').waitFor();
      await page.getByRole('radio', { name: 'Red' }).click();
      await button('Activate').click();
      await expect.poll(() => environment('Staging')).toMatchObject({ color: '#d32f2f', active: true });
      const switcher = page.getByRole('combobox', { name: 'Active environment' });
      await expect.poll(() => switcher.innerText()).toBe('Staging');
      await switcher.locator('.color-dot[style*="211, 47, 47"]').waitFor();
    },
  );

  it('is duplicated with its secrets, by its button and from the context menu', async () => {
    await createAndShowEnvironment('Original', { variables: { a: '1' }, secrets: { key: 'value' } });
    await button('Duplicate').click();
    await detail('Original copy').waitFor();
    await expect
      .poll(() => environment('Original copy'))
      .toMatchObject({ variables: [{ name: 'a' }], secrets: [{ name: 'key', hasValue: true }] });
    await option('Original copy').click({ button: 'right' });
    await journey.page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await detail('Original copy copy').waitFor();
  });

  it(
    'is deleted by one key, and Undo restores it with its secrets',
    { tags: 'environment:restore' },
    async () => {
      await createAndShowEnvironment('Doomed', { secrets: { key: 'value' } });
      await list().press('Delete');
      await expect.poll(() => environment('Doomed')).toBeUndefined();
      const notice = journey.page.locator('.toast').filter({ hasText: 'You deleted the environment Doomed' });
      await notice.getByRole('button', { name: 'Undo' }).click();
      await option('Doomed').click();
      await detail('Doomed').waitFor();
      await expect
        .poll(() => environment('Doomed'))
        .toMatchObject({ secrets: [{ name: 'key', hasValue: true }] });
    },
  );

  it('is deleted together with the next environment by two quick key presses, but the active environment is not', async () => {
    const { page } = journey;
    for (const name of ['Gone a', 'Gone b', 'Gone c', 'Gone d'])
      await journey.agent('environments_create', { name });
    await createAndShowEnvironment('Gone e');
    await option('Gone b').click();
    await detail('Gone b').waitFor();
    await list().focus();
    await pressTwiceAtOnce(page, 'Delete');
    for (const name of ['Gone b', 'Gone c']) await expect.poll(() => environment(name)).toBeUndefined();
    await detail('Gone d').waitFor();
    await holdKey(page, 'Delete');
    await expect.poll(() => environment('Gone d')).toBeUndefined();
    await detail('Gone e').waitFor();
    await option('Gone a').waitFor();
    await option('Default').waitFor();
  });

  it('reappears in the list if it could not be deleted', async () => {
    const { page } = journey;
    await page.routeWebSocket('**/rpc', (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        const { id, method } = JSON.parse(String(message)) as {
          readonly id?: unknown;
          readonly method: string;
        };
        const error = { code: -32603, message: 'internal error' };
        if (method === 'environments_delete') socket.send(JSON.stringify({ jsonrpc: '2.0', id, error }));
        else server.send(message);
      });
    });
    await page.reload();
    await createAndShowEnvironment('Stays');
    await list().press('Delete');
    await page.getByRole('region', { name: 'Environments', exact: true }).getByRole('alert').waitFor();
    await option('Stays').waitFor();
    expect(await environment('Stays')).toBeDefined();
  });

  it('is deleted by its button, and a double click does not delete the next environment', async () => {
    await createAndShowEnvironment('Clicked a');
    await createAndShowEnvironment('Clicked b');
    await option('Clicked a').click();
    await detail('Clicked a').waitFor();
    await button('Delete').dblclick();
    await expect.poll(() => environment('Clicked a')).toBeUndefined();
    await detail('Clicked b').waitFor();
    expect(await environment('Clicked b')).toBeDefined();
  });

  it('is renamed with F2, and its menu is opened by keyboard in the list', async () => {
    const { page } = journey;
    await createAndShowEnvironment('Before');
    await list().press('F2');
    await page.locator('input.environment-name:focus').waitFor();
    await page.keyboard.type('After');
    await page.keyboard.press('Enter');
    await detail('After').waitFor();
    await list().press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
    await page.locator('input.environment-name:focus').waitFor();
    await page.keyboard.type('At last');
    await page.keyboard.press('Enter');
    await detail('At last').waitFor();
  });

  it('is edited as text, in which # disables a line', async () => {
    await createAndShowEnvironment('Text', { variables: { a: '1', b: '2' }, secrets: { key: 'value' } });
    await button('Edit as text').click();
    await expect.poll(() => field('Variables as text').inputValue()).toBe('a=1\nb=2');
    await field('Variables as text').fill('a=3\n# c=4');
    await button('Apply').click();
    await expect
      .poll(() => environment('Text'))
      .toMatchObject({
        variables: [
          { name: 'a', value: '3', enabled: true },
          { name: 'c', value: '4', enabled: false },
        ],
        secrets: [{ name: 'key', hasValue: true }],
      });
  });

  it(
    'extends another environment, whose values are listed below its own and suggested',
    { tags: 'environment:extends:window' },
    async () => {
      const { page } = journey;
      await journey.agent('environments_create', {
        name: 'Common',
        variables: { base_host: 'common.test', own: 'common' },
        secrets: { base_key: 'hidden-value' },
      });
      await createAndShowEnvironment('Extending', { variables: { own: 'mine' } });
      await openSection(page, 'Description');
      await field('Description of the environment').fill('As customers see it.');
      await field('Variable 1 name').focus();
      await openSection(page, 'Base environment');
      await page.getByRole('combobox', { name: 'Extends' }).click();
      await page
        .getByRole('listbox', { name: 'Extends' })
        .getByRole('option', { name: 'Common', exact: true })
        .click();
      await expect
        .poll(() => environment('Extending'))
        .toMatchObject({ extends: 'Common', description: 'As customers see it.' });
      const inherited = page.getByRole('table', { name: 'Inherited variables' });
      await inherited.getByRole('row', { name: 'base_host common.test from Common' }).waitFor();
      await inherited.getByRole('row', { name: 'base_key •••••• (set) from Common' }).waitFor();
      expect(await inherited.getByText('own', { exact: true }).count()).toBe(0);
      expect(await page.content()).not.toContain('hidden-value');

      await page.getByRole('combobox', { name: 'Extends' }).click();
      const options = page.getByRole('listbox', { name: 'Extends' }).getByRole('option');
      await options.filter({ hasText: 'Common' }).waitFor();
      expect(await options.allInnerTexts()).not.toContain('Extending');
      await page.keyboard.press('Escape');
      await button('Activate').click();
      await openRequest(page, 'See what is sent');
      await page.getByRole('textbox', { name: 'URL' }).fill('');
      await page.keyboard.type('{{base_h');
      const offer = page.getByRole('option', { name: 'base_host' });
      await offer.getByText('common.test · Common').waitFor();
      await page.keyboard.press('Escape');
    },
  );

  it('renders only some rows of very many variables, and keeps the edited row while it is out of sight', async () => {
    const { page } = journey;
    const names = Array.from({ length: 400 }, (_, index) => `many_${String(index + 1).padStart(3, '0')}`);
    await createAndShowEnvironment('Wide', {
      variables: Object.fromEntries(names.map((name) => [name, '1'])),
    });
    const rows = detail('Wide')
      .getByRole('row')
      .filter({ has: page.getByRole('checkbox') });
    await field('Variable 1 value').fill('edited');
    expect(await rows.count()).toBeLessThan(100);
    const scrollTo = (top: number) =>
      page
        .getByRole('region', { name: 'Environments', exact: true })
        .evaluate((screen: { scrollTop: number }, y) => {
          screen.scrollTop = y;
        }, top);
    await scrollTo(1_000_000);
    await field('Variable 400 value').waitFor();
    expect(await field('Variable 200 value').count()).toBe(0);
    expect(await rows.count()).toBeLessThan(100);
    await page.keyboard.type('!');
    expect(await field('Variable 1 value').inputValue()).toBe('edited!');
  });

  it('is compared with another environment', async () => {
    const { page } = journey;
    await journey.agent('environments_create', {
      name: 'Right',
      variables: { same: '1', host: 'right' },
      secrets: { key: 'right-value' },
    });
    await createAndShowEnvironment('Left', {
      variables: { same: '1', host: 'left' },
      secrets: { key: 'left-value' },
    });
    await button('Compare').click();
    await page.getByRole('combobox', { name: 'Compare with' }).click();
    await page
      .getByRole('listbox', { name: 'Compare with' })
      .getByRole('option', { name: 'Right', exact: true })
      .click();
    await page.getByText('2 of 3 names differ.').waitFor();
    await page.getByRole('row', { name: 'host left right' }).waitFor();
    await page.getByRole('row', { name: 'key (secret) set set, differs' }).waitFor();
    expect(await page.content()).not.toMatch(/left-value|right-value/);
  });
});
