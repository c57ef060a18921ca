import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { chooseOption, openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const folder = process.env.TANDEM_SCREENS;
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
];

describe.each(['light', 'dark'] as const)(
  'a guarded environment, in %s',
  { tags: 'guard:window' },
  (look) => {
    const journey = useJourney();
    const picture = async (name: string): Promise<void> => {
      const { page } = journey;
      await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
      if (folder === undefined) return;
      for (const size of sizes) {
        await page.setViewportSize(size);
        await page.screenshot({ path: `${folder}/guard-${name}-${look}-${size.width}.png` });
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    };
    const asked = () => journey.page.getByRole('dialog');
    /** Waits until the question is gone. It stays until its answer is processed, and a second answer would go to the same question. */
    const answered = () => asked().waitFor({ state: 'detached' });
    const titled = (title: string) => journey.page.getByRole('heading', { name: title });
    /** The id of the request that the tests send one after another, with the guard that the first test sets up. */
    let pet = '';
    const execute = () => journey.agent('rest_execute', { id: pet });
    const setUp = async (): Promise<void> => {
      const { id: environment } = await journey.agent('environments_create', {
        name: 'Live',
        color: '#d32f2f',
        secrets: { TOKEN: 'hunter-2-hunter-2' },
      });
      const { id } = await journey.agent('rest_create', {
        name: 'Add a pet',
        method: 'POST',
        url: '{{echo_base_url}}/pets',
        headers: [{ name: 'X-Token', value: '{{TOKEN}}', enabled: true }],
        body: { type: 'json', content: '{"name": "Milo", "token": "{{TOKEN}}"}' },
      });
      await journey.agent('environments_activate', { id: environment });
      pet = String(id);
    };

    it('is set up in the window', async () => {
      await journey.newPage(look);
      const { page } = journey;
      await setUp();
      await chooseOption(page.getByRole('combobox', { name: 'Active environment' }), 'Edit environments …');
      await page.getByRole('option', { name: 'Live' }).click();
      const guard = page.getByRole('group').filter({ hasText: 'Guard' });
      await page.getByText('Agents may send everything').click();
      await page.getByRole('checkbox', { name: 'Production' }).click();
      await guard.getByText('Production', { exact: true }).first().waitFor();
      await page.getByRole('button', { name: 'Add rule' }).click();
      await page.getByRole('textbox', { name: 'Methods of rule 1' }).fill('delete');
      await page.getByRole('textbox', { name: 'Hosts of rule 1' }).fill('http://x');
      await chooseOption(page.getByRole('combobox', { name: 'What rule 1 does' }), 'Deny');
      await page.getByRole('button', { name: 'Save rules' }).click();
      await page.getByText('Rule 1: hosts has "http://x"').waitFor();
      await page.getByRole('textbox', { name: 'Hosts of rule 1' }).fill('');
      await page.getByRole('button', { name: 'Save rules' }).click();
      await expect.poll(() => page.getByRole('button', { name: 'Save rules' }).count()).toBe(0);
      await picture('editor');
      expect(journey.errors).toEqual([]);
    });

    it('asks before an agent sends', async () => {
      await journey.newPage(look);
      const { page } = journey;
      const sending = execute();
      await titled('agent-smith wants to send a request').waitFor();
      await asked().getByText('Milo').waitFor();
      await page.locator('.toast.running', { hasText: 'waiting for your answer' }).waitFor();
      expect(await asked().innerText()).toContain('‹secret:TOKEN›');
      expect(await asked().innerText()).not.toContain('hunter');
      // Keys typed by chance must not answer the question.
      await page.keyboard.press('Enter');
      await page.keyboard.press('Space');
      await picture('question');
      await asked().getByRole('button', { name: 'Allow once' }).click();
      expect(await sending).toMatchObject({ error: null });
      await answered();

      const denied = execute();
      await asked().getByRole('button', { name: 'Deny' }).click();
      expect(await denied).toMatchObject({ response: null, error: { code: 'GUARD_DENIED' } });
      await answered();

      const once = execute();
      await asked().getByRole('button', { name: 'Allow this request for this session' }).click();
      expect(await once).toMatchObject({ error: null });
      await answered();
      expect(await execute()).toMatchObject({ error: null });
      expect(journey.errors).toEqual([]);
    });

    it('has rules that apply only to agents, and still asks a person once', async () => {
      await journey.newPage(look);
      const { page, agent } = journey;
      await agent('rest_update', { id: pet, method: 'DELETE' });
      expect(await execute()).toMatchObject({ error: { code: 'GUARD_DENIED' } });
      expect(await asked().count()).toBe(0);

      await openRequest(page, 'Add a pet');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await titled('Send this with Live?').waitFor();
      await picture('own');
      await asked().getByRole('button', { name: 'Send', exact: true }).click();
      const result = page.getByRole('region', { name: 'Result' });
      await result.getByText('200 OK', { exact: true }).waitFor();
      expect(journey.errors).toEqual([]);
    });

    it('asks five questions at once in two windows, and an answer closes each question in both windows', async () => {
      const { page, agent } = journey;
      const { id } = await agent('rest_create', {
        name: 'Number',
        method: 'PUT',
        url: '{{echo_base_url}}/number/:n',
      });
      const other = await page.context().newPage();
      await other.goto(journey.addresses.page);
      await other.getByRole('treeitem', { name: 'See what is sent' }).waitFor();
      const all = [1, 2, 3, 4, 5].map((n) => agent('rest_execute', { id, pathParams: { n } }));
      await asked().getByText('5 requests are waiting').waitFor();
      await picture('five');
      await asked().getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: '5 requests are waiting for you' }).waitFor();
      await picture('aside');
      for (const left of [4, 3, 2, 1]) {
        await other
          .getByRole('dialog')
          .getByText(`${left + 1} requests are waiting`)
          .waitFor();
        await other.getByRole('dialog').getByRole('button', { name: 'Allow once' }).click();
        const words = left === 1 ? '1 request is waiting for you' : `${left} requests are waiting for you`;
        await page.getByRole('button', { name: words }).waitFor();
      }
      await page.getByRole('button', { name: '1 request is waiting for you' }).click();
      await asked().getByRole('button', { name: 'Deny' }).click();
      await expect.poll(() => other.getByRole('dialog').count()).toBe(0);
      const codes = (await Promise.all(all)).map(({ error }) => (error as { code?: string } | null)?.code);
      expect(codes.filter((code) => code === 'GUARD_DENIED')).toHaveLength(1);
      expect(codes.filter((code) => code === undefined)).toHaveLength(4);
      await other.close();
    });

    it('reports that the agent has given up', { tags: 'guard:window' }, async () => {
      const { page, agent, addresses } = journey;
      const { id } = await agent('rest_create', {
        name: 'Given up',
        method: 'PUT',
        url: '{{echo_base_url}}/given-up',
      });
      const client = new Client({ name: 'agent-jones', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(addresses.mcp)));
      const leaving = new AbortController();
      const call = client.callTool({ name: 'rest_execute', arguments: { id } }, undefined, {
        signal: leaving.signal,
      });
      await titled('agent-jones wants to send a request').waitFor();
      leaving.abort();
      await expect(call).rejects.toThrow();
      await page.getByText('agent-jones gave up, so nothing was sent.').waitFor();
      await answered();
      await client.close();
    });

    it('marks the title while the page is in the background and a question is pending', async () => {
      const { page, agent } = journey;
      const { id } = await agent('rest_create', {
        name: 'Patch',
        method: 'PATCH',
        url: '{{echo_base_url}}/p',
      });
      await page.evaluate(
        `Object.defineProperty(document, 'hasFocus', { configurable: true, value: () => false })`,
      );
      const sending = agent('rest_execute', { id });
      await expect.poll(() => page.title()).toMatch(/^\(1\) Allow\?/);
      await asked().getByRole('button', { name: 'Deny' }).click();
      await sending;
      await expect.poll(() => page.title()).not.toContain('Allow?');
    });
  },
);
