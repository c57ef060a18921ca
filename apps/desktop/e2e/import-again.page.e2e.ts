import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, it, onTestFinished } from 'vitest';

import { findAccessibilityViolations } from './barriers.js';
import { createPerson } from './person.js';
import { useJourney } from './use-journey.js';

const on = useJourney();

const api = (summary: string, paths: object = {}, title = 'Shop') => ({
  name: 'api.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title, version: '1' },
      paths: { '/a': { get: { summary } }, ...paths },
    }),
  ),
});

const pick = async (file: ReturnType<typeof api>) => {
  await on.page.getByLabel('Documents to import').setInputFiles(file);
  await on.page.getByRole('dialog').waitFor();
};

it(
  'a repeated import first shows what it will change, and then changes it',
  { tags: 'import:update' },
  async () => {
    await pick(api('First'));
    await on.page.getByRole('button', { name: 'Import', exact: true }).click();
    // The dialog contains a tree with the same names.
    await on.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await on.page.getByRole('treeitem', { name: 'First' }).waitFor();
    // The keyboard is where the import has arrived, not at what opened the dialog.
    const isReached = () =>
      on.page.evaluate<boolean>(`(() => {
        const tree = document.activeElement?.closest('[role=tree]');
        const line = tree && document.getElementById(tree.getAttribute('aria-activedescendant') ?? '');
        return line?.textContent.includes('Shop') === true;
      })()`);
    await expect.poll(isReached).toBe(true);
    await pick(api('Second', { '/b': { get: { summary: 'Third' } } }));
    const dialog = on.page.getByRole('dialog');
    await dialog.getByText('1 new, 1 changed').waitFor();
    await dialog.getByText('updates name').waitFor();
    await expect.poll(() => findAccessibilityViolations(on.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Update', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await on.page.getByRole('treeitem', { name: 'Second' }).waitFor();
    await on.page.getByRole('treeitem', { name: 'Third' }).waitFor();
    expect(await on.page.getByRole('treeitem', { name: 'First' }).count()).toBe(0);
  },
);

it('one click undoes the changes that a repeated import made', { tags: 'import:undone' }, async () => {
  const version = (summary: string, description: string) => ({
    name: 'taken-back.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Taken back', version: '1' },
        paths: { '/x': { get: { summary, description } } },
      }),
    ),
  });
  const dialog = on.page.getByRole('dialog');
  await pick(version('Before', ''));
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await pick(version('After', 'New'));
  await dialog.getByText('1 changed').waitFor();
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await on.page.getByRole('treeitem', { name: 'After' }).waitFor();
  await on.page.getByRole('button', { name: 'Undo', exact: true }).click();
  await on.page.getByText('The update was undone.').waitFor();
  await on.page.getByRole('treeitem', { name: 'Before' }).waitFor();
});

it(
  'a run goes on while its requests are updated by an import, and says which one the undo has deleted',
  { tags: ['import:update', 'import:undone'] },
  async () => {
    const { page } = on;
    const person = createPerson(page);
    const sent: string[] = [];
    let answer = (): void => undefined;
    const server = createServer(({ url }, response) => {
      sent.push(url ?? '');
      if (url === '/first') answer = () => response.end();
      else response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const version = (paths: Readonly<Record<string, object>>) => ({
      name: 'going-on.json',
      mimeType: 'application/json',
      buffer: Buffer.from(
        JSON.stringify({
          openapi: '3.1.0',
          info: { title: 'Going on', version: '1' },
          servers: [{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }],
          paths: { '/first': { get: { summary: 'One' } }, ...paths },
        }),
      ),
    });
    const example = { name: 'page', in: 'query', required: true, example: '7', schema: { type: 'string' } };
    const dialog = page.getByRole('dialog');
    const startRun = async (): Promise<void> => {
      sent.length = 0;
      await person.click(page.getByRole('treeitem', { name: 'Going on' }), 'right');
      await person.click(page.getByRole('menuitem', { name: /^Run/ }));
      await person.click(dialog.getByRole('button', { name: 'Run', exact: true }));
      await expect.poll(() => sent).toEqual(['/first']);
    };
    await pick(version({ '/second': { get: { summary: 'Two' } } }));
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await startRun();
    expect(person.steps()).toBe(3);
    await pick(
      version({
        '/second': { get: { summary: 'Two', parameters: [example] } },
        '/third': { get: { summary: 'Three' } },
      }),
    );
    await person.click(dialog.getByRole('button', { name: 'Update', exact: true }));
    await dialog.waitFor({ state: 'hidden' });
    expect(person.steps()).toBe(4);
    answer();
    await page.getByText(/^2 requests · 2 untested/).waitFor();
    await expect.poll(() => sent).toEqual(['/first', '/second?page=7']);
    await startRun();
    await person.click(page.getByRole('button', { name: 'Undo', exact: true }));
    await page.getByText('The update was undone.').waitFor();
    expect(person.steps()).toBe(8);
    answer();
    await page.getByText('The request was deleted during the run.').waitFor();
    expect(sent).toEqual(['/first', '/second']);
    expect(on.errors).toEqual([]);
  },
);

it(
  'a repeated import of an unchanged document says that no request has changed',
  { tags: 'import:update' },
  async () => {
    const same = { ...api('Same', {}, 'Unchanged'), name: 'same.json' };
    const dialog = on.page.getByRole('dialog');
    await pick(same);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await pick(same);
    await dialog.getByText('No request has changed.').waitFor();
    await dialog.getByRole('button', { name: 'Update', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  },
);
