import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Finds the serious and critical accessibility violations in the current page with axe-core. Each is listed with its first
 * elements.
 */
export const findAccessibilityViolations = async (page: Page): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 4).map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    );
};
