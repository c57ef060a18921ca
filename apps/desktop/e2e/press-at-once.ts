import type { Page } from 'playwright-core';

/** Presses a key twice where the focus is, the second time before anything that the first one started is answered. */
export const pressTwiceAtOnce = async (page: Page, key: string): Promise<void> => {
  await page.evaluate(`(async () => {
    for (let times = 0; times < 2; times += 1) {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: ${JSON.stringify(key)}, bubbles: true }));
      await Promise.resolve();
    }
  })()`);
};

/** Holds a key until the keyboard has repeated it once. */
export const holdKey = async (page: Page, key: string): Promise<void> => {
  await page.keyboard.down(key);
  await page.keyboard.down(key);
  await page.keyboard.up(key);
};
