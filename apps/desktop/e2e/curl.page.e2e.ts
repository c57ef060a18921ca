import { expect, it } from 'vitest';

import { useJourney } from './use-journey.js';
import { openRequest, pickInPalette } from './open-page.js';

const journey = useJourney();

const copied = () => journey.page.evaluate('navigator.clipboard.readText()');

it('a request is copied as curl with what was typed a moment ago, from its menu and by keys', async () => {
  const { page } = journey;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openRequest(page, 'Answer with a mock');
  await page.getByRole('textbox', { name: 'URL' }).fill('http://a.test/typed');
  await page.getByRole('button', { name: 'Actions for Answer with a mock' }).click({ force: true });
  await Promise.all([
    // The message disappears after some seconds.
    page.getByRole('region', { name: 'Changes' }).getByText('Copied as curl').waitFor(),
    page.getByRole('menuitem', { name: 'Copy as curl', exact: true }).click(),
  ]);
  await expect.poll(copied).toContain('http://a.test/typed');
  await page.getByRole('textbox', { name: 'URL' }).fill('http://a.test/again');
  await pickInPalette(page, 'Control+k', 'copy as', 'Copy as curl');
  await expect.poll(copied).toContain('http://a.test/again');
});

it('a URL is pasted without the line breaks and the spaces around it', async () => {
  const { page } = journey;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openRequest(page, 'See what is sent');
  const url = page.getByRole('textbox', { name: 'URL' });
  await page.evaluate('navigator.clipboard.writeText("\\n  http://a.test/long\\r\\n  /path?q=a b\\n")');
  await url.press('Control+a');
  await url.press('Control+v');
  await expect.poll(() => url.inputValue()).toBe('http://a.test/long/path?q=a b');
  await url.press('Control+z');
  await expect.poll(() => url.inputValue()).toBe('{{echo_base_url}}/hello');
});
