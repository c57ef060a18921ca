import type { Page } from 'playwright-core';

/** Opens a section below the variables of an environment. It may be open already, because it stays so in other environments. */
export const openSection = async (page: Page, title: string): Promise<void> => {
  const section = page.getByRole('group').filter({ hasText: title });
  await section.waitFor();
  if ((await section.getAttribute('open')) === null) await section.getByText(title, { exact: true }).click();
};
