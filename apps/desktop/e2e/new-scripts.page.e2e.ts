import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const pictures = process.env.TANDEM_SCREENS;

const script = `export function onRequest(req) {
  req.headers.set('x-key', String(req.env.getSecret('KEY') !== null));
}
`;

describe.each([
  ['light', 1440, 900],
  ['dark', 1024, 700],
] as const)('new scripts in %s, %i wide', (look, width, height) => {
  const journey = useJourney();
  const picture = async (name: string): Promise<void> => {
    if (pictures !== undefined) await journey.page.screenshot({ path: `${pictures}/${look}-${name}.png` });
  };
  /** A script that a colleague has added to the workspace folder. */
  const pull = async (text: string): Promise<void> => {
    const { path } = await journey.agent('synchronization_synchronize', {});
    const at = (name: string) => join(path as string, name);
    await writeFile(
      at('key.yml'),
      `info:\n  name: Key\n  type: http\nhttp:\n  method: GET\n  url: "{{echo_base_url}}/key"\n`,
    );
    await writeFile(at('key.js'), text);
    await journey.agent('synchronization_synchronize', {});
  };

  it(
    'are announced, compared and approved by a person, not by an agent',
    { tags: 'trust:scripts' },
    async () => {
      await journey.newPage(look);
      const { page } = journey;
      await page.setViewportSize({ width, height });
      await journey.agent('environments_update', { id: 'Default', secrets: { KEY: 'a-key-of-mine' } });
      await pull(script);
      await openRequest(page, 'Key');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const result = page.getByRole('region', { name: 'Result' });
      await result.getByRole('button', { name: '1 warning', exact: true }).click();
      const warnings = page.getByRole('dialog', { name: '1 warning' });
      await warnings.getByText('Nobody has approved the script of "Key"').waitFor();
      await warnings.getByRole('button', { name: 'Review new scripts' }).waitFor();
      await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
      await picture('result');
      await page.keyboard.press('Escape');

      await page.getByText('The new script Key reads secrets or sends requests.').waitFor();
      await page.getByRole('button', { name: 'Review', exact: true }).click();
      const one = page.getByRole('region', { name: 'New script Key' });
      await one.getByText('reads secrets').waitFor();
      await one.getByText("getSecret('KEY')").waitFor();
      await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
      await picture('new');
      for (const [tool, args] of [
        ['outside_scripts_list', {}],
        ['outside_scripts_approve', { hashes: [] }],
        ['folder_trust_set', { trust: true }],
      ] as const)
        await expect(journey.agent(tool, args)).rejects.toThrow();
      await one.getByRole('button', { name: 'Approve' }).click();
      await one.waitFor({ state: 'detached' });

      await pull(`${script}// and more\n`);
      await one.getByText('// and more').waitFor();
      await one.getByText('changed', { exact: true }).waitFor();
      await one.scrollIntoViewIfNeeded();
      await picture('changed');
      await page.getByRole('checkbox', { name: /Trust this folder/ }).click();
      await one.waitFor({ state: 'detached' });
      await picture('trusted');

      await openRequest(page, 'Key');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await result.getByText('200 OK', { exact: true }).waitFor();
      await expect.poll(() => result.getByRole('button', { name: /warning/ }).count()).toBe(0);
      expect(journey.errors).toEqual([]);
    },
  );
});
