import type { Page } from 'playwright-core';

/**
 * Drops files and folders from disk in the middle of the page, as a file manager would. Drags until the page says that it takes
 * the drop: the browser discards a drop that the page has not accepted yet, as on a busy machine.
 */
export const dropFiles = async (page: Page, paths: readonly string[]): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', {
      type,
      x: 600,
      y: 400,
      data: { items: [], files: [...paths], dragOperationsMask: 1 },
    });
  const hint = page.getByRole('status').getByText('Drop it here');
  await drag('dragEnter');
  do await drag('dragOver');
  while (!(await hint.isVisible()));
  await drag('drop');
  await session.detach();
};
