import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';

import { openRequest, pickInPalette } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

beforeEach(() => openRequest(journey.page, 'Post JSON and test it'));

const button = (name: string) => journey.page.getByRole('button', { name, exact: true });
const list = () => journey.page.getByRole('navigation', { name: 'Requests' });
const listButton = () => button('List of requests');
const resize = async (width: number, height: number): Promise<void> => {
  await journey.page.setViewportSize({ width, height });
};

/** The parts of an element that these tests use, because the compiler has no DOM types here. */
interface PageElement {
  readonly getBoundingClientRect: () => Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;
  readonly contains: (other: unknown) => boolean;
  readonly ownerDocument: {
    readonly elementFromPoint: (x: number, y: number) => unknown;
    readonly activeElement: unknown;
  };
}

/** Whether there are such elements, and the corners of each are in the window and not covered. */
const isSeen = (locator: Locator): Promise<boolean> =>
  locator.evaluateAll((all) => {
    const areCornersSeen = (element: PageElement): boolean => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return [left + 3, right - 3].every((x) =>
        [top + 3, bottom - 3].every((y) => element.contains(element.ownerDocument.elementFromPoint(x, y))),
      );
    };
    return all.length > 0 && (all as unknown as PageElement[]).every(areCornersSeen);
  });

const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((one) => {
    const element = one as PageElement;
    return element.ownerDocument.activeElement === element;
  });

const expectVisible = (locator: Locator) => expect.poll(() => isSeen(locator)).toBe(true);
const widthOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.width ?? 0;
const topOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.y ?? 0;

it('the active environment can be changed at any window width', async () => {
  for (const width of [1280, 1102, 1100, 1024, 962, 960, 901, 800, 641, 500]) {
    await resize(width, 700);
    await expectVisible(journey.page.getByRole('combobox', { name: 'Active environment' }));
  }
});

it('the page itself does not scroll in a low window, even with long content', async () => {
  await resize(720, 450);
  await expectVisible(button('Send'));
  const rest = () =>
    journey.page.evaluate<number>(
      'document.documentElement.scrollHeight - document.documentElement.clientHeight',
    );
  await expect.poll(rest).toBe(0);
});

it('the list keeps its width when the window shrinks and grows again', async () => {
  await resize(1280, 800);
  const before = await widthOf(list());
  for (const width of [1000, 500, 1440]) {
    await resize(width, 800);
    const isBeside = width > 900;
    await expect.poll(() => list().isVisible()).toBe(isBeside);
    if (isBeside) await expect.poll(() => widthOf(list())).toBeCloseTo(before, 0);
  }
});

describe.each([
  [500, 600],
  [800, 600],
  [1280, 800],
])('a window of %i by %i', (width, height) => {
  it('shows the full name, URL, Send, tabs and status', async () => {
    const { page } = journey;
    await resize(width, height);
    await expectVisible(button('Send'));
    await button('Send').click();
    await expectVisible(page.getByRole('tab', { name: 'Post JSON and test it' }));
    await expectVisible(page.getByLabel('Method', { exact: true }));
    await expectVisible(page.locator('[data-shown=true]').getByTitle('Close (Alt+W)'));
    await expectVisible(page.getByRole('combobox', { name: 'Active environment' }));
    await expectVisible(page.getByRole('contentinfo').getByText(/to save|saved to disk/));
    await expect.poll(() => widthOf(page.getByRole('textbox', { name: 'URL' }))).toBeGreaterThan(180);
    await expectVisible(page.getByRole('region', { name: 'Result' }).getByText('200 OK', { exact: true }));
    expect(journey.errors).toEqual([]);
  });
});

/** The parts of an editor that these tests use; its lines are in a shadow root. */
interface EditorElement extends PageElement {
  readonly shadowRoot: { readonly querySelectorAll: (selector: string) => Iterable<PageElement> };
}

/** How many lines of an editor are visible in the window and not covered. */
const linesSeen = (editor: Locator): Promise<number> =>
  editor.evaluate((one) => {
    const element = one as EditorElement;
    return [...element.shadowRoot.querySelectorAll('.cm-line')].filter((line) => {
      const { left, top, bottom } = line.getBoundingClientRect();
      return [top + 3, bottom - 3].every((y) =>
        element.contains(element.ownerDocument.elementFromPoint(left + 3, y)),
      );
    }).length;
  });

it.each([
  ['of 1024 by 700', 1024, 700],
  ['of 1440 by 900 at 200 % zoom', 720, 450],
  ['of 1280 by 800 at 200 % zoom', 640, 400],
])('a window %s shows eight lines of each body', async (_, width, height) => {
  const { page } = journey;
  const lines = JSON.stringify(Array.from({ length: 30 }), null, 1);
  await journey.agent('rest_create', {
    name: `Long ${width}`,
    method: 'POST',
    url: '{{echo_base_url}}/long',
    body: { type: 'json', content: lines },
  });
  await openRequest(page, `Long ${width}`);
  await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Body' }).click();
  await button('Send').click();
  await page.getByRole('region', { name: 'Result' }).getByText('200 OK', { exact: true }).waitFor();
  await resize(width, height);
  for (const name of ['JSON body', 'Response']) {
    const editor = page.locator('.code-editor').filter({ has: page.getByRole('textbox', { name }) });
    // The resize may move the editor during the measurement.
    const inView = async (): Promise<number> => {
      await editor.scrollIntoViewIfNeeded().catch(() => undefined);
      return linesSeen(editor);
    };
    await expect.poll(inView).toBeGreaterThanOrEqual(8);
  }
});

it('a window at 200 % zoom shows five requests of a run, and the exchange of a request', async () => {
  const { page } = journey;
  const name = (at: number): string => `Many ${at}`;
  for (let at = 1; at <= 8; at += 1)
    await journey.agent('rest_create', { name: name(at), folder: 'many', url: '{{echo_base_url}}/many' });
  await journey.agent('runs_execute', { folder: 'many' });
  await button('Runs').click();
  const entries = page.getByRole('listbox', { name: 'Requests of the run' });
  await entries.waitFor();
  await resize(720, 450);
  const inView = async (): Promise<number> => {
    await entries.scrollIntoViewIfNeeded().catch(() => undefined);
    const rows = await entries.getByRole('option').all();
    return (await Promise.all(rows.map(isSeen))).filter(Boolean).length;
  };
  await expect.poll(inView).toBeGreaterThanOrEqual(5);
  await entries.getByRole('option', { name: name(2) }).click();
  const exchange = page.getByRole('region', { name: 'Exchange' });
  await exchange.scrollIntoViewIfNeeded();
  await expectVisible(exchange.getByRole('tab').first());
});

it('a window at 200 % zoom shows the response, even if Send was a button to cancel meanwhile', async () => {
  const { page } = journey;
  const status = page.getByRole('region', { name: 'Result' }).getByText('200 OK', { exact: true });
  await button('Send').click();
  await status.waitFor();
  await resize(720, 450);
  await button('Send').click();
  await expectVisible(status);
  await expect.poll(() => page.evaluate('document.activeElement === document.body')).toBe(false);
  expect(await isSeen(status)).toBe(true);
});

describe('a narrow window', () => {
  it('shows the response below the request, wherever a wide window shows it', async () => {
    const { page } = journey;
    const result = page.getByRole('region', { name: 'Result' });
    const tabs = page.getByRole('tablist', { name: 'Request' });
    const isBelow = async () => (await topOf(result)) > (await topOf(tabs)) + 50;
    await expect.poll(isBelow).toBe(false);
    await resize(800, 600);
    await expect.poll(isBelow).toBe(true);
    await resize(1280, 800);
    await expect.poll(isBelow).toBe(false);
  });

  it('shows the list as an overlay while the person selects a request', async () => {
    const { page } = journey;
    await resize(500, 600);
    await expect.poll(() => list().isVisible()).toBe(false);
    await listButton().click();
    await list().getByRole('treeitem', { name: 'See what is sent' }).click();
    await page.getByRole('tab', { name: 'See what is sent', selected: true }).waitFor();
    await expect.poll(() => list().isVisible()).toBe(false);
    await listButton().press('Enter');
    await list().getByRole('searchbox').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => list().isVisible()).toBe(false);
    await expect.poll(() => hasFocus(listButton())).toBe(true);
  });

  it('does not show the list over a request opened from the palette', async () => {
    const { page } = journey;
    await resize(500, 600);
    await listButton().click();
    await list().getByRole('searchbox').waitFor();
    await pickInPalette(page, 'Control+p', 'what is sent', 'See what is sent');
    await page.getByRole('tab', { name: 'See what is sent', selected: true }).waitFor();
    await expect.poll(() => list().isVisible()).toBe(false);
  });
});

/** Acts, and waits until the page has stored whether the list is hidden. */
const actAndWaitForPreference = async (isListHidden: boolean, act: () => Promise<unknown>): Promise<void> => {
  const done = journey.page.waitForResponse((response) => {
    const request = response.request();
    if (!response.url().endsWith('/preferences') || request.method() !== 'PUT') return false;
    return (request.postDataJSON() as { isListHidden?: boolean }).isListHidden === isListHidden;
  });
  await act();
  await done;
};

describe('the list of requests', () => {
  it('is hidden by its button or key, and stays hidden after a restart', async () => {
    const { page } = journey;
    await expectVisible(list());
    const was = await widthOf(list());
    await actAndWaitForPreference(true, () => listButton().click());
    await expect.poll(() => list().isVisible()).toBe(false);
    await page.reload();
    await page.getByRole('tab', { name: 'Post JSON and test it', selected: true }).waitFor();
    await expect.poll(() => list().isVisible()).toBe(false);
    await actAndWaitForPreference(false, () => page.keyboard.press('Control+b'));
    await list().waitFor();
    await expect.poll(async () => Math.abs((await widthOf(list())) - was)).toBeLessThan(4);
  });
});

describe('tabs that do not fit', { tags: 'tabs:more' }, () => {
  it('are in a menu next to the tabs of a request', async () => {
    const { page } = journey;
    await resize(1024, 700);
    await button('More of Request').click();
    await page.getByRole('menuitem', { name: 'Notes' }).click();
    await page.getByRole('textbox', { name: 'Notes' }).waitFor();
    await expectVisible(page.getByRole('tab', { name: 'Notes', selected: true }));
    await expect.poll(() => hasFocus(page.getByRole('tab', { name: 'Notes', selected: true }))).toBe(true);
    await resize(1600, 800);
    await button('More of Request').waitFor({ state: 'detached' });
    await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Body' }).click();
  });

  it('are in a menu next to the open tabs, and are never cut off', async () => {
    const { page } = journey;
    for (const name of ['See what is sent', 'Answer with a mock', 'Post JSON and test it'])
      await openRequest(page, name);
    await resize(500, 600);
    await button('All open tabs').click();
    await page.getByRole('menuitemradio', { name: 'See what is sent' }).click();
    const shown = page.getByRole('tab', { name: 'See what is sent', selected: true });
    await expectVisible(shown);
    const strip = page.getByRole('tablist', { name: 'Open tabs' });
    await expectVisible(strip.getByRole('tab'));
    for (const width of [520, 640, 660, 680, 700, 720, 740, 760, 780]) {
      await resize(width, 600);
      const last = strip.locator('.open-tab:not([data-hidden])').last();
      await expect
        .poll(async () => {
          const [tab, room] = await Promise.all([last.boundingBox(), strip.boundingBox()]);
          return tab && room && tab.x + tab.width - (room.x + room.width);
        })
        .toBeLessThan(1);
    }
    await resize(1600, 800);
    await expect.poll(() => page.locator('.open-tab[data-hidden]').count()).toBe(0);
  });
});

describe('the active tab', () => {
  const active = () => journey.page.getByRole('tab', { selected: true }).first();

  it('is visible after it is opened, renamed or restored, and after the window becomes narrower', async () => {
    const { page } = journey;
    for (const name of ['one', 'two', 'three', 'four', 'five'])
      await journey.agent('rest_create', { name: `A request with a name of some length, ${name}` });
    for (const name of ['five', 'four', 'three', 'two', 'one']) {
      await openRequest(page, `A request with a name of some length, ${name}`);
      await expectVisible(active());
    }
    await page.keyboard.press('Alt+PageUp');
    await page.getByRole('tab', { name: 'some length, two', selected: true }).waitFor();
    await expectVisible(active());
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Short');
    await page.getByRole('tab', { name: 'Short', selected: true }).waitFor();
    await page
      .getByRole('textbox', { name: 'Name', exact: true })
      .fill('As long as the name of a tab can be');
    await page.getByRole('tab', { name: 'As long as the name', selected: true }).waitFor();
    await expectVisible(active());
    await page.getByText('Saved', { exact: true }).waitFor();
    await resize(500, 600);
    await expectVisible(active());
    await page.reload();
    await page.getByRole('tab', { name: 'As long as the name', selected: true }).waitFor();
    await expectVisible(active());
  });
});

describe.each([
  [500, 600],
  [800, 600],
])('a window of %i by %i', (width, height) => {
  it('shows notices of at most two changes by agents, beside the response, until they are closed', async () => {
    const { page } = journey;
    await resize(width, height);
    await button('Send').click();
    const tabs = page.getByRole('region', { name: 'Result' }).getByRole('tab');
    await tabs.first().waitFor();
    for (const name of ['First', 'Second', 'Third']) await journey.agent('rest_create', { name });
    const toasts = page.getByRole('region', { name: 'Changes' }).locator('.toast');
    await toasts.filter({ hasText: 'Third' }).waitFor();
    await expect.poll(() => toasts.count()).toBe(2);
    await expectVisible(tabs.first());
    const close = button('Close: agent-smith created the request Third');
    await close.press('Enter');
    await close.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(button('Close: agent-smith created the request Second'))).toBe(true);
  });

  it('shows the list of environments at the width of its panel', async () => {
    const { page } = journey;
    await journey.agent('environments_create', { name: `E${width}`, variables: { long: 'v'.repeat(200) } });
    await button('Environments').click();
    await resize(width, height);
    const panel = page.getByRole('region', { name: 'Environments', exact: true });
    await panel.getByRole('option', { name: `E${width}` }).click();
    await panel.getByRole('table', { name: `Variables of E${width}` }).waitFor();
    const excess = () =>
      panel.evaluate((one) => {
        const { scrollWidth, clientWidth } = one as Record<'scrollWidth' | 'clientWidth', number>;
        return scrollWidth - clientWidth;
      });
    await expect.poll(excess).toBe(0);
  });
});

it.each([
  ['shows the response of a slow request', '', true],
  ['stays at the text that is edited while a slow request runs', '&typed=yes', false],
])('a low window %s', async (_, typed, isResponseShown) => {
  const { page, addresses, agent } = journey;
  const name = `Slow ${isResponseShown}`;
  await agent('rest_create', { name, url: `${addresses.echo}/slow?delay=1500` });
  await openRequest(page, name);
  await resize(720, 450);
  const url = page.getByRole('textbox', { name: 'URL' });
  await url.press('Control+Enter');
  await button('Cancel').waitFor();
  await url.press('End');
  await page.keyboard.type(typed);
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText('200 OK', { exact: true }).waitFor();
  await expect.poll(() => isSeen(result.getByText('200 OK', { exact: true }))).toBe(isResponseShown);
  expect(await isSeen(url)).toBe(!isResponseShown);
});

it('a run says why a request is neither good nor bad, and names it, in a narrow window', async () => {
  const { page, agent } = journey;
  const url = '{{echo_base_url}}';
  await agent('rest_create', { name: 'Change the phone', folder: 'Customers/Profiles and addresses', url });
  const { id } = await agent('runs_execute', { folder: 'Customers', iterations: 2 });
  expect(id).toBeDefined();
  await resize(720, 450);
  await button('Runs').click();
  const entry = page.getByRole('listbox', { name: 'Requests of the run' }).getByRole('option').first();
  const isCut = async (text: string): Promise<boolean> => {
    const words = entry.getByText(text, { exact: true });
    await words.waitFor();
    return words.evaluate((one) => {
      const { scrollWidth, clientWidth } = one as unknown as Record<'scrollWidth' | 'clientWidth', number>;
      return scrollWidth > clientWidth;
    });
  };
  expect(await isCut('No tests')).toBe(false);
  expect(await isCut('Change the phone')).toBe(false);
});

it('a long path of folders leaves the name of a request its space', async () => {
  const { page, agent } = journey;
  const folder = 'Customers of all shops/Profiles and addresses/Telephone numbers';
  await agent('rest_create', { name: 'Change the phone of a customer', folder, url: '{{echo_base_url}}' });
  await resize(1024, 700);
  await openRequest(page, 'Change the phone of a customer');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expectVisible(name);
  const rest = await name.evaluate((one) => {
    const { scrollWidth, clientWidth } = one as unknown as Record<'scrollWidth' | 'clientWidth', number>;
    return scrollWidth - clientWidth;
  });
  expect(rest).toBe(0);
  await expectVisible(button('Send'));
});
