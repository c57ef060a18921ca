import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Opens a section below the variables of an environment. It may be open already: its state is shared by all environments. */
export const openSection = async (page: Page, title: string): Promise<void> => {
  const section = page.getByRole('group').filter({ hasText: title });
  await section.waitFor();
  const isOpened = async (): Promise<boolean> => {
    if ((await section.getAttribute('open')) === null)
      await section.getByText(title, { exact: true }).click();
    // The summary is shown while the section is closed, and for a moment longer.
    return (await section.locator('summary .words').count()) === 0;
  };
  await expect.poll(isOpened).toBe(true);
};
