import { expect, it } from 'vitest';

import { launch } from '../../../tools/e2e/program.mjs';
import { openChromium, openRequest, startDesktop } from './open-page.js';

it('a restart in the middle of an edit loses no key', async () => {
  const first = await startDesktop();
  const browser = await openChromium();
  const page = await browser.newPage();
  await page.goto(first.addresses.page);
  await openRequest(page, 'See what is sent');
  await page.getByRole('textbox', { name: 'URL' }).waitFor();
  await first.program.stop();
  await page.getByText('Tandem is not responding.').waitFor();
  await page.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1:9/typed-while-away');
  await page.getByText(/^Not saved/).waitFor();
  const again = launch('desktop', ['--no-window', '--data-dir', first.folder]);
  const [line = ''] = await again.lines(3);
  await page.goto('about:blank');
  await page.goto(line.replace(/^tandem window\s+/, ''));
  await page.getByRole('tab', { name: 'See what is sent', selected: true }).waitFor();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'URL' }).inputValue())
    .toBe('http://127.0.0.1:9/typed-while-away');
  await page.getByText('Saved', { exact: true }).waitFor();
  await browser.close();
  await again.stop();
  await first.remove();
}, 120_000);
