import { describe, expect, it } from 'vitest';

import { openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const openEnvironments = async (): Promise<void> => {
  await journey.page.getByRole('button', { name: 'Environments', exact: true }).click();
  await journey.page.getByRole('tab', { name: 'Environments', selected: true }).waitFor();
};

/** The value of a variable as an agent sees it. */
const stored = async (name: string): Promise<unknown> => {
  const { environments } = (await journey.agent('environments_list', {})) as {
    readonly environments: readonly {
      readonly variables: readonly { readonly name: string; readonly value: string }[];
    }[];
  };
  return environments.flatMap(({ variables }) => variables).find((one) => one.name === name)?.value;
};

describe('a variable', () => {
  it('is stored when its tab is left by a key, and outlives a reload', async () => {
    const { page } = journey;
    await openRequest(page, 'See what is sent');
    await openEnvironments();
    const add = async (at: number, name: string, value: string): Promise<void> => {
      await page.getByRole('textbox', { name: `Variable ${at} name` }).fill(name);
      await page.getByRole('textbox', { name: `Variable ${at} value` }).fill(value);
    };
    await add(1, 'left', 'by-key');
    await page.keyboard.press('Alt+PageUp');
    await page.getByRole('tab', { name: 'See what is sent', selected: true }).waitFor();
    await expect.poll(() => stored('left')).toBe('by-key');
    await openEnvironments();
    await add(2, 'reloaded', 'in-time');
    await page.reload();
    await page.getByRole('region', { name: 'Environments', exact: true }).waitFor();
    await expect.poll(() => stored('reloaded')).toBe('in-time');
  });
});

describe('a secret', () => {
  it('that was typed and not added outlives its tab until it is added', async () => {
    const { page } = journey;
    await openRequest(page, 'See what is sent');
    await openEnvironments();
    const name = () => page.getByRole('textbox', { name: 'New secret name' });
    const value = () => page.getByLabel('New secret value');
    await name().fill('echo_base_url');
    await value().fill('s3cret');
    await page.keyboard.press('Alt+PageUp');
    await page.getByRole('tab', { name: 'See what is sent', selected: true }).waitFor();
    await openEnvironments();
    await expect
      .poll(async () => [await name().inputValue(), await value().inputValue()])
      .toEqual(['echo_base_url', 's3cret']);
    await name().fill('fixed');
    await page.keyboard.press('Enter');
    await page.getByLabel('Secret fixed value').waitFor();
    await expect.poll(async () => [await name().inputValue(), await value().inputValue()]).toEqual(['', '']);
  });
});

describe('an environment', () => {
  it('keeps the name that was typed for it when it is refused', async () => {
    const { page } = journey;
    await openEnvironments();
    await page.getByRole('textbox', { name: 'Name of a new environment' }).fill('Default');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Environments', exact: true }).getByRole('alert').waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Name of a new environment' }).inputValue())
      .toBe('Default');
  });

  it('is deleted after a question that names its secrets, and kept by Escape', async () => {
    const { page } = journey;
    await openEnvironments();
    await page.getByRole('textbox', { name: 'Name of a new environment' }).fill('Staging');
    await page.keyboard.press('Enter');
    const staging = page.getByRole('region', { name: 'Environment Staging' });
    await staging.getByRole('textbox', { name: 'New secret name' }).fill('key');
    await staging.getByLabel('New secret value').fill('s3cret');
    await staging.getByRole('button', { name: 'Hold to show' }).last().focus();
    const typeNow = () => staging.getByLabel('New secret value').getAttribute('type');
    await page.keyboard.down('Space');
    await expect.poll(typeNow).toBe('text');
    await page.keyboard.up('Space');
    await expect.poll(typeNow).toBe('password');
    await staging.getByRole('button', { name: 'Add secret' }).click();
    await staging.getByLabel('Secret key value').waitFor();
    await staging.getByRole('button', { name: 'Delete' }).click();
    await staging.getByText('Delete Staging with 1 secret (key)? This cannot be undone.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await expect.poll(() => staging.count()).toBe(1);
    await staging.getByRole('button', { name: 'Delete it' }).click();
    await expect.poll(() => staging.count()).toBe(0);
  });
});
