import type { Locator, Page } from 'playwright-core';

/** The actions of a person in a page, with a count of the steps that they take. */
export interface Person {
  readonly steps: () => number;
  readonly click: (on: Locator, button?: 'left' | 'right') => Promise<void>;
  readonly press: (keys: string) => Promise<void>;
  /** Types a line at the cursor and presses Enter. */
  readonly enter: (line: string) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  readonly paste: (text: string) => Promise<void>;
  readonly drag: (from: Locator, to: Locator) => Promise<void>;
  /** Drops a file from the file system on an element. */
  readonly drop: (file: { readonly name: string; readonly text: string }, on: Locator) => Promise<void>;
  /** Selects a file in the system's dialog, which a click opens: two steps. */
  readonly pick: (file: { readonly name: string; readonly text: string }, by: Locator) => Promise<void>;
}

/** Creates a person whose steps are counted. A step is a click, a key, a drag, or text that is typed or pasted. */
export const createPerson = (page: Page): Person => {
  let steps = 0;
  const step = async (act: () => Promise<unknown>): Promise<void> => {
    steps += 1;
    await act();
  };
  return {
    steps: () => steps,
    click: (on, button = 'left') => step(() => on.click({ button })),
    press: (keys) => step(() => page.keyboard.press(keys)),
    type: (text) => step(() => page.keyboard.type(text)),
    enter: (line) =>
      step(async () => {
        await page.keyboard.type(line);
        await page.keyboard.press('Enter');
      }),
    paste: (text) =>
      step(async () => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
        await page.keyboard.press('Control+v');
      }),
    drag: (from, to) => step(() => from.dragTo(to)),
    drop: ({ name, text }, on) =>
      step(async () => {
        const dataTransfer = await page.evaluateHandle(`(() => {
          const data = new DataTransfer();
          data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
          return data;
        })()`);
        await on.dispatchEvent('drop', { dataTransfer });
      }),
    pick: async ({ name, text }, by) => {
      const choosing = page.waitForEvent('filechooser');
      await step(() => by.click());
      const chooser = await choosing;
      await step(() => chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) }));
    },
  };
};
