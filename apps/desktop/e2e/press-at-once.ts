import type { Page } from 'playwright-core';

/** Presses a key twice on the focused element, the second time before any response to the first. */
export const pressTwiceAtOnce = async (page: Page, key: string): Promise<void> => {
  await page.evaluate(`(async () => {
    for (let times = 0; times < 2; times += 1) {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: ${JSON.stringify(key)}, bubbles: true }));
      await Promise.resolve();
    }
  })()`);
};

/** Holds a key until it has repeated once. */
export const holdKey = async (page: Page, key: string): Promise<void> => {
  await page.keyboard.down(key);
  await page.keyboard.down(key);
  await page.keyboard.up(key);
};
