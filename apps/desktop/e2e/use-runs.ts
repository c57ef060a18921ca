import { beforeAll } from 'vitest';

import type { useJourney } from './use-journey.js';

/**
 * The parts of the page that show runs. Before the first test, creates two environments, of which `Near` is active, and the folder Shop
 * with two requests.
 */
export const useRuns = (journey: ReturnType<typeof useJourney>) => {
  const dialog = () => journey.page.getByRole('dialog', { name: 'Run requests' });
  const run = () => journey.page.getByRole('region', { name: 'Run', exact: true });
  const exchange = () => journey.page.getByRole('region', { name: 'Exchange' });
  const requests = () => run().getByRole('listbox', { name: 'Requests of the run' });
  const button = (name: string) => journey.page.getByRole('button', { name, exact: true });

  /** Opens the run dialog from the menu of a tree row. */
  const runLine = async (name: string): Promise<void> => {
    await journey.page.getByRole('treeitem', { name }).first().click({ button: 'right' });
    await journey.page.getByRole('menuitem', { name: 'Run …' }).click();
    await dialog().waitFor();
  };

  const start = async (): Promise<void> => {
    await dialog().getByRole('button', { name: 'Run', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
  };

  /** The state of the shown run: Running, Passed, Failed or Stopped. */
  const waitForRunState = (state: string) =>
    run().locator('header').getByText(state, { exact: true }).waitFor();

  const isNot404 =
    "export const onTest = (req, res) => test('is not 404', () => expect(res.status).not.toBe(404));";

  const createRequest = (name: string, folder: string, url: string, script = isNot404) =>
    journey.agent('rest_create', { name, folder, url: `{{echo_base_url}}${url}`, script });

  beforeAll(async () => {
    await journey.agent('environments_create', { name: 'Far', variables: { status: '404' } });
    const near = await journey.agent('environments_create', { name: 'Near', variables: { status: '200' } });
    await journey.agent('environments_activate', { id: near.id });
    await createRequest('Get', 'Shop', '/get');
    await createRequest('List', 'Shop', '/list?status={{status}}');
  });

  return { button, createRequest, dialog, exchange, requests, run, runLine, start, waitForRunState };
};
