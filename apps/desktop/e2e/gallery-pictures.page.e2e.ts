import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Desktop, collectErrors, openChromium, openPage, startDesktop } from './open-page.js';
import { describeDifference, steadyArguments, steadyPage } from './pictures.js';

let desktop: Desktop;
let browser: Browser;

beforeAll(async () => {
  desktop = await startDesktop();
  browser = await openChromium(steadyArguments);
});
afterAll(async () => {
  await browser.close();
  await desktop.program.stop();
  await desktop.remove();
});

/** Each overlay of the page: a function that opens it and returns its selector once it is in its final position. */
const overlays: Readonly<Record<string, (page: Page) => Promise<string>>> = {
  menu: async (page) => {
    await page.getByRole('button', { name: 'Actions' }).click();
    // Move the pointer to the entry that deletes.
    await page.getByRole('menuitem', { name: 'Delete' }).hover();
    return '[role=menu]';
  },
  select: async (page) => {
    await page.getByRole('combobox', { name: 'Environment' }).click();
    await page.keyboard.press('ArrowDown');
    return '.k-list';
  },
  combobox: async (page) => {
    await page.getByRole('combobox', { name: 'Header name' }).fill('acc');
    await page.keyboard.press('ArrowDown');
    return '.k-list';
  },
  popover: async (page) => {
    await page.getByRole('button', { name: 'Popover' }).click();
    return '[role=dialog]';
  },
  dialog: async (page) => {
    await page.getByRole('button', { name: 'Dialog' }).click();
    return '[role=dialog]';
  },
  'more-tabs': async (page) => {
    await page.getByRole('button', { name: 'More of Response in a narrow pane' }).click();
    return '[role=menu]';
  },
};

/** The groups of the gallery. */
const groups = ['Buttons', 'Fields', 'Content', 'Data'];

/** Opens the gallery with its fonts loaded. */
const openGallery = async (scheme: 'light' | 'dark'): Promise<Page> => {
  const page = await openPage(browser, { ...steadyPage(scheme), viewport: { width: 1280, height: 1024 } });
  const { origin } = new URL(desktop.addresses.page);
  await page.goto(`${origin}/gallery`);
  await page.getByRole('heading', { name: 'Components' }).waitFor();
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  return page;
};

describe.each(['light', 'dark'] as const)('in a %s window', (scheme) => {
  // Other systems render glyphs differently.
  it.skipIf(process.platform !== 'linux')(
    'the components match their screenshots',
    { tags: 'looks:components' },
    async () => {
      const page = await openGallery(scheme);
      const errors = collectErrors(page);
      for (const label of ['json', 'json with an error', 'javascript'])
        await page.getByRole('textbox', { name: label, exact: true }).waitFor();
      for (const group of groups) {
        const section = page.getByRole('region', { name: group, exact: true });
        const compare = async () => {
          const screenshot = await section.screenshot({ animations: 'disabled', caret: 'hide' });
          return describeDifference(browser, `${group.toLowerCase()}-${scheme}`, screenshot);
        };
        await expect.poll(compare).toBeUndefined();
      }
      await page.close();
      expect(errors).toEqual([]);
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'each overlay matches its screenshot',
    { tags: 'looks:gallery' },
    async () => {
      const page = await openGallery(scheme);
      const errors = collectErrors(page);
      for (const [name, open] of Object.entries(overlays)) {
        const overlay = page.locator(await open(page));
        const compare = async () => {
          const screenshot = await overlay.screenshot({ animations: 'disabled' });
          return describeDifference(browser, `${name}-${scheme}`, screenshot);
        };
        await expect.poll(compare).toBeUndefined();
        await page.keyboard.press('Escape');
        await overlay.waitFor({ state: 'detached' });
      }
      await page.close();
      expect(errors).toEqual([]);
    },
  );
});
