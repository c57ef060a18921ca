import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const pictures = process.env.TANDEM_SCREENS;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-vault-'));
  await writeFile(join(folder, 'vault.mjs'), `console.log('vault-value-of-' + process.argv[2]);`);
});
afterAll(() => rm(folder, { recursive: true }));

describe.each([
  ['light', 1440, 900],
  ['dark', 1024, 700],
] as const)('a secret command in %s, %i wide', (look, width, height) => {
  const journey = useJourney();

  it('is entered in the settings and allowed for a secret', { tags: 'secrets:command' }, async () => {
    await journey.newPage(look);
    const { page } = journey;
    await page.setViewportSize({ width, height });
    await journey.agent('environments_update', { id: 'Default', secrets: { VAULTED: '' } });
    await journey.agent('rest_create', { name: 'Vault', url: '{{echo_base_url}}/v?key={{VAULTED}}' });
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const command = page.getByRole('textbox', { name: 'Secret command' });
    await command.fill('op read');
    await page.getByText('Use {name} for').waitFor();
    await command.fill(`"${process.execPath}" "${join(folder, 'vault.mjs')}" {name}`);
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${look}-command.png` });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Environments', exact: true }).click();
    const panel = page.getByRole('region', { name: 'External values' });
    await panel.getByRole('button', { name: 'Allow VAULTED' }).click();
    await panel.getByText('allowed', { exact: true }).waitFor();
    await openRequest(page, 'Vault');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('vault-value-of-VAULTED').first().waitFor();
    const { executions } = (await journey.agent('executions_list', {})) as { readonly executions: unknown };
    expect(JSON.stringify(executions)).not.toContain('vault-value');
    expect(journey.errors).toEqual([]);
  });
});
