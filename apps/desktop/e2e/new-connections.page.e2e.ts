import { describe, expect, it } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const pictures = process.env.TANDEM_SCREENS;

describe.each([
  ['light', 1440, 900],
  ['dark', 1024, 700],
] as const)('new connections in %s, %i wide', (look, width, height) => {
  const journey = useJourney();
  const picture = async (name: string): Promise<void> => {
    if (pictures !== undefined) await journey.page.screenshot({ path: `${pictures}/${look}-${name}.png` });
  };

  it(
    'are announced, listed with their effects, and approved by a person',
    { tags: 'trust:connections' },
    async () => {
      await journey.newPage(look);
      const { page } = journey;
      await page.setViewportSize({ width, height });
      await journey.agent('rest_create', { name: 'Through', url: 'http://fine.example.test/all' });
      await journey.agent('folders_get', { id: '' });
      await journey.agent('folders_update', {
        id: '',
        connections: {
          ca: [],
          clientCertificates: [],
          // No server listens on port 1.
          proxy: { mode: 'manual', protocol: 'http', hostname: '127.0.0.1', port: 1 },
        },
      });
      await openRequest(page, 'Through');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const result = page.getByRole('region', { name: 'Result' });
      await result.getByText('Nobody has agreed to the proxy http://127.0.0.1:1').first().waitFor();
      await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
      await picture('connection-result');

      await page
        .getByText('Someone else could read what you send: http://127.0.0.1:1 needs your approval.')
        .waitFor();
      await page.getByRole('button', { name: 'Review', exact: true }).click();
      const list = page.getByRole('region', { name: 'New connections' });
      await list.getByText('sees where requests go, and reads those that are not encrypted').waitFor();
      await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
      await picture('new-connections');

      await list.getByRole('button', { name: 'Agree' }).click();
      await list.waitFor({ state: 'detached' });
      const { error } = await journey.agent('rest_execute', { id: 'Through' });
      expect(error).toMatchObject({ code: 'PROXY_ERROR' });
    },
  );
});
