import { describe, expect, it } from 'vitest';

import { useJourney } from './use-journey.js';
import { openPage, openRequest, pageTimeout, pickInPalette, runRequest, startDesktop } from './open-page.js';

const journey = useJourney();

const result = () => journey.page.getByRole('region', { name: 'Result' });

describe('a first start', () => {
  it('shows the addresses, the workspace and three requests', async () => {
    const { page, addresses, errors } = journey;
    const status = page.getByRole('contentinfo');
    for (const text of [addresses.mcp, addresses.echo]) {
      await status.getByText(text, { exact: true }).waitFor();
    }
    await page.getByRole('button', { name: 'Workspace Playground' }).waitFor();
    await expect.poll(() => page.getByRole('treeitem').count()).toBe(3);
    expect(new URL(page.url()).hash).toBe('');
    expect(errors).toEqual([]);
  });

  it('sends the three requests, and every test passes', async () => {
    const { page, errors } = journey;
    for (const [name, status] of [
      ['See what is sent', '200 OK'],
      ['Post JSON and test it', '200 OK'],
      ['Answer with a mock', '203'],
    ] as const) {
      await runRequest(page, name);
      await result().getByText(status).first().waitFor();
      await result().getByRole('tab', { name: 'Tests' }).click();
      await expect.poll(() => result().getByRole('img', { name: 'passed' }).count()).toBeGreaterThan(0);
      await expect.poll(() => result().getByRole('img', { name: 'failed' }).count()).toBe(0);
    }
    await expect.poll(() => page.getByRole('tree').getByRole('img', { name: 'passed' }).count()).toBe(3);
    expect(errors).toEqual([]);
  });

  it('can be used with the keyboard alone', async () => {
    const { page } = journey;
    await page.getByRole('tree').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Post JSON and test it', selected: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    await result().getByText('2 tests passed', { exact: true }).waitFor();
    await result().getByRole('tab', { name: 'Body' }).press('ArrowRight');
    await result().getByText('content-type', { exact: true }).waitFor();
    await pickInPalette(page, 'Control+p', 'mock', 'Answer with a mock');
    await page.getByRole('tab', { name: 'Answer with a mock', selected: true }).waitFor();
    await pickInPalette(page, 'Control+k', 'shortcuts', 'Show Shortcuts');
    await page.getByRole('heading', { name: 'Shortcuts' }).waitFor();
    await page.keyboard.press('Alt+w');
    await page.getByRole('tab', { name: 'Answer with a mock', selected: true }).waitFor();
    await page.keyboard.press('Alt+PageUp');
    await page.getByRole('tab', { name: 'Post JSON and test it', selected: true }).waitFor();
  });
});

describe('the page', () => {
  it("shows an agent's changes live, and explains what failed and what to do", async () => {
    const { page } = journey;
    await journey.agent('rest_create', { name: 'Goes nowhere', folder: 'broken', url: '{{nowhere}}/x' });
    await openRequest(page, 'Goes nowhere');
    await page.getByText('{{nowhere}} has no value').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await result().getByText('UNRESOLVED_VARIABLE', { exact: true }).waitFor();
    await result().getByText('Create the variable, or fix its name.').waitFor();
    await expect.poll(() => result().getByText('pass it in variables').count()).toBe(0);
    await expect.poll(() => page.getByRole('tree').getByRole('img', { name: 'failed' }).count()).toBe(1);
  });

  it('shows why a test failed, and what the script logged', async () => {
    const script = `export function onTest(req, res) { console.warn('look'); test('is 201', () => expect(res.status).toBe(201)); }`;
    await journey.agent('rest_create', {
      name: 'Fails',
      folder: 'broken',
      url: '{{echo_base_url}}/x',
      script,
    });
    await runRequest(journey.page, 'Fails');
    await result().getByText('1 of 1 test failed', { exact: true }).waitFor();
    await result()
      .getByText(/expected 200 to be 201|Expected: 201/i)
      .first()
      .waitFor();
    await result().getByRole('tab', { name: 'Console' }).click();
    await result().getByText('look', { exact: true }).waitFor();
  });

  it('can cancel a slow request', async () => {
    const { page } = journey;
    await journey.agent('rest_create', {
      name: 'Slow',
      folder: 'broken',
      url: '{{echo_base_url}}/x?delay=30000',
    });
    await openRequest(page, 'Slow');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await result().getByText('CANCELLED', { exact: true }).waitFor();
    await page.getByRole('treeitem', { name: 'Slow' }).getByRole('img', { name: 'cancelled' }).waitFor();
  });

  it('does not open without the token', async () => {
    const context = await journey.browser.newContext();
    context.setDefaultTimeout(pageTimeout);
    const stranger = await context.newPage();
    await stranger.goto(new URL('/', journey.addresses.page).href);
    await stranger.getByText('You do not have access to this page.').waitFor();
    await expect.poll(() => stranger.getByRole('navigation').count()).toBe(0);
    await context.close();
  });

  it('keeps its content if one of its scripts cannot be loaded, and loads that script again', async () => {
    const context = await journey.browser.newContext();
    context.setDefaultTimeout(pageTimeout);
    const here = await context.newPage();
    const viewer = '**/assets/code-mirror-viewer-*.js';
    await here.route(viewer, (route) => route.abort());
    await here.goto(journey.addresses.page);
    await runRequest(here, 'See what is sent');
    await here.getByText('Loading the viewer …').waitFor();
    expect(await here.getByRole('tree').count()).toBe(1);
    await here.unroute(viewer);
    await here.getByRole('region', { name: 'Result' }).locator('.cm-content').waitFor();
    await context.close();
  });

  it('reports that the application has ended, and keeps its content', async () => {
    const other = await startDesktop();
    const here = await openPage(journey.browser);
    await here.goto(other.addresses.page);
    await runRequest(here, 'See what is sent');
    await other.program.stop();
    await here.getByText('Tandem is not responding.').waitFor();
    await expect.poll(() => here.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    await expect.poll(() => here.getByText('2 tests passed', { exact: true }).count()).toBe(1);
    await here.getByRole('button', { name: 'Reconnect now' }).click();
    await here.close();
    await other.remove();
  });
});
