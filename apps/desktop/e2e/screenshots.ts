import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { openChromium, runRequest, startDesktop } from './open-page.js';

const images = fileURLToPath(new URL('../../../docs/images/', import.meta.url));

const desktop = await startDesktop();
const browser = await openChromium();
await mkdir(images, { recursive: true });

for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 800 } });
  await page.goto(desktop.addresses.page);
  for (const name of ['See what is sent', 'Answer with a mock', 'Post JSON and test it'])
    await runRequest(page, name);
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${images}window-${colorScheme}.png` });
  process.stdout.write(`docs/images/window-${colorScheme}.png\n`);
  await page.close();
}

await browser.close();
await desktop.program.stop();
await desktop.remove();
