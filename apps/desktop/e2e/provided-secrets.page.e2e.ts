import { describe, expect, it } from 'vitest';

import { useJourney } from './use-journey.js';

const value = 'given-by-the-process';
const journey = useJourney({ TANDEM_SECRET_TOKEN: value, TANDEM_SECRET_API_KEY: 'another-value' });

describe('a secret set in the process environment of Tandem', () => {
  it(
    'is used after the person allows it, until the person refuses it',
    { tags: ['secrets:given:confirmed', 'secrets:given:hidden'] },
    async () => {
      const { page, agent } = journey;
      const { environments } = (await agent('environments_list', {})) as {
        readonly environments: readonly { readonly id: string; readonly active: boolean }[];
      };
      const id = environments.find(({ active }) => active)?.id ?? '';
      await agent('environments_update', { id, secrets: { TOKEN: '', 'api-key': '', NONE: '' } });
      const created = await agent('rest_create', { name: 'Asks', url: '{{echo_base_url}}/[{{TOKEN}}]' });
      /** Sends the request. Returns the URL that was sent, or why nothing was sent. */
      const send = async () => {
        const { request, error } = (await agent('rest_execute', { id: created.id })) as {
          readonly request: { readonly url: string } | null;
          readonly error: { readonly code: string } | null;
        };
        return error?.code ?? decodeURI(request?.url ?? '');
      };
      await expect.poll(send).toBe('SECRET_EMPTY');

      const notice = page.getByText(
        "This workspace asks for TOKEN, api-key; Tandem's environment or your secret command has them.",
      );
      await notice.waitFor();
      await page.getByRole('button', { name: 'Decide' }).click();
      const panel = page.getByRole('region', { name: 'External values' });
      await panel.getByRole('button', { name: 'Allow TOKEN' }).click();
      await panel.getByRole('button', { name: 'Refuse api-key' }).click();
      await expect.poll(() => notice.count()).toBe(0);
      await expect
        .poll(() => panel.getByRole('listitem').allInnerTexts())
        .toEqual([
          expect.stringMatching(/^TOKEN\s+allowed\s+Refuse$/),
          expect.stringMatching(/^api-key\s+refused\s+Allow$/),
        ]);
      await expect.poll(send).toMatch(/\/\[‹secret:TOKEN›\]$/);

      await panel.getByRole('button', { name: 'Refuse TOKEN' }).click();
      await panel.getByRole('button', { name: 'Allow TOKEN' }).waitFor();
      await expect.poll(send).toBe('SECRET_EMPTY');
      expect(await page.content()).not.toContain(value);
      expect(journey.errors).toEqual([]);
    },
  );

  it('is announced until the notice is closed', async () => {
    const { page, agent } = journey;
    await agent('environments_create', { name: 'Other', secrets: { api_key: '' } });
    const notice = page.getByText(
      "This workspace asks for api_key; Tandem's environment or your secret command has it.",
    );
    await notice.waitFor();
    await page.getByRole('button', { name: /^Close: This workspace asks for/ }).click();
    await expect.poll(() => notice.count()).toBe(0);
  });
});
