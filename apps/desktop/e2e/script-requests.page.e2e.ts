import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { chooseOption, chooseTab, openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const name = 'Asks first';

/** Builds a Bruno request whose script sends another one first. */
const buildBrunoRequest = (echo: string) => ({
  name,
  url: '{{echo_base_url}}/users',
  foreign: {
    dialect: 'bruno',
    beforeRequest: `const res = await bru.sendRequest({ url: '${echo}/token', method: 'POST', data: { a: 1 } }); req.setHeader('X-Token', String(res.status));`,
    tests: `test('has a token', () => expect(res.body.headers['x-token']).to.equal('200'));`,
  },
});

const question = 'Requests sent by scripts';
const folder = process.env.TANDEM_SCREENS;

describe.each(['light', 'dark'] as const)('the question whether scripts may send requests, in %s', (look) => {
  const journey = useJourney();
  const picture = async (name: string): Promise<void> => {
    if (folder !== undefined) await journey.page.screenshot({ path: `${folder}/${look}-${name}.png` });
  };
  const send = async (): Promise<void> => {
    await journey.page.getByRole('button', { name: 'Send', exact: true }).click();
  };

  it(
    'is asked once, and a refusal can be changed in the workspace settings',
    { tags: 'calls:window' },
    async () => {
      await journey.newPage(look);
      const { page } = journey;
      await journey.agent('rest_create', buildBrunoRequest(journey.addresses.echo));
      await openRequest(page, name);
      await send();
      const asked = page.getByRole('region', { name: question });
      await asked.getByText('A script wants to send requests.').waitFor();
      await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
      await picture('asked');
      await asked.getByRole('button', { name: 'Refuse' }).click();
      await asked.waitFor({ state: 'detached' });

      const result = page.getByRole('region', { name: 'Result' });
      await send();
      await result.getByText('may not send requests').first().waitFor();
      await expect.poll(() => asked.count()).toBe(0);
      await picture('refused');

      await page.getByRole('button', { name: /^Workspace / }).click();
      await page.getByRole('menuitem', { name: 'Workspace settings' }).click();
      await chooseTab(page, 'Folder', 'Script');
      await chooseOption(page.getByRole('combobox', { name: question }), 'Allowed');
      await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
      await picture('settings');
      await openRequest(page, name);
      await send();
      await result.getByText('200 OK', { exact: true }).waitFor();
      expect(journey.errors).toEqual([]);
    },
  );
});

describe('scripts that a person allows to send requests', { tags: 'calls:window' }, () => {
  const journey = useJourney();

  it('send requests that the result lists, but no agent can allow scripts to do so', async () => {
    const { page } = journey;
    await journey.agent('rest_create', buildBrunoRequest(journey.addresses.echo));
    await openRequest(page, name);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const asked = page.getByRole('region', { name: question });
    await expect(journey.agent('script_sending_decide', { allow: true })).rejects.toThrow();
    await asked.getByRole('button', { name: 'Allow for this workspace' }).click();
    await asked.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('200 OK', { exact: true }).waitFor();
    await result.getByRole('tab', { name: /Tests/ }).click();
    await result.getByText('has a token').waitFor();
    await chooseTab(page, 'Response', 'Times');
    const sent = result.getByRole('list', { name: 'Also sent' }).getByRole('listitem');
    await expect
      .poll(() => sent.allTextContents())
      .toEqual([expect.stringMatching(/script POST http.*\/token 200/)]);
    await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
    if (folder !== undefined) await page.screenshot({ path: `${folder}/steps.png` });
    expect(journey.errors).toEqual([]);
  });
});
