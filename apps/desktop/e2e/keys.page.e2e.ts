import { expect, it } from 'vitest';

import { openRequest, pickInPalette } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const readFocusedLabel = () =>
  journey.page.evaluate(
    `document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName`,
  );

it(
  'Ctrl+L selects the URL, and closing a tab moves the focus to the URL of the next tab',
  { tags: 'focus:next' },
  async () => {
    const { page } = journey;
    await openRequest(page, 'Answer with a mock');
    await openRequest(page, 'See what is sent');
    await page.getByRole('tree').focus();
    await page.keyboard.press('Control+l');
    await expect.poll(readFocusedLabel).toBe('URL');
    await page.keyboard.press('Alt+w');
    await page.getByRole('tab', { name: 'Answer with a mock', selected: true }).waitFor();
    await expect.poll(readFocusedLabel).toBe('URL');
    await page.keyboard.press('Alt+w');
    await expect.poll(readFocusedLabel).toBe('Requests');
  },
);

it('a key chosen by the person works everywhere and is shown in menus', { tags: 'keys:custom' }, async () => {
  const { page } = journey;
  await page.getByRole('button', { name: 'Shortcuts', exact: true }).click();
  await page.getByRole('button', { name: 'Change the keys for New request', exact: true }).click();
  await page.locator('[aria-label="New keys for New request"]:focus').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByText('Already used: Find a command').waitFor();
  await page.keyboard.press('Control+j');
  await page.getByRole('row', { name: 'Ctrl J New request' }).waitFor();
  await page.keyboard.press('Control+j');
  await page.getByRole('tab', { name: 'New request', selected: true }).waitFor();
  await expect.poll(readFocusedLabel).toBe('URL');
});

it('after choosing keys, the focus returns to the button beside them', { tags: 'keys:custom' }, async () => {
  const { page } = journey;
  await page.getByRole('button', { name: 'Shortcuts', exact: true }).click();
  const change = page.getByRole('button', { name: 'Change the keys for New folder', exact: true });
  await change.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'New keys for New folder' }).waitFor();
  await page.keyboard.press('Control+Shift+y');
  await page.getByRole('row', { name: 'Ctrl Shift Y New folder' }).waitFor();
  await expect.poll(readFocusedLabel).toBe('Change the keys for New folder');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(readFocusedLabel).toBe('Change the keys for New folder');
});

it.each([
  ['proxy', 'Proxy', 'Connections'],
  ['self-signed', 'Certificate authorities', 'Connections'],
])(
  'the palette opens a setting that is searched for as “%s”',
  { tags: 'palette:settings' },
  async (typed, title, tab) => {
    const { page } = journey;
    await pickInPalette(page, 'Control+k', typed, title);
    await page
      .getByRole('tablist', { name: 'Folder' })
      .getByRole('tab', { name: tab, selected: true })
      .waitFor();
    await expect
      .poll(() => page.evaluate(`document.activeElement?.closest('#shown-tab') !== null`))
      .toBe(true);
    expect(journey.errors).toEqual([]);
  },
);

it.each([
  ['Notes of the request', 'Notes'],
  ['Body of the request', 'Body'],
  ['Secret command', 'Secret command'],
  ['Timeout of the request', 'Timeout (ms)'],
])('the palette moves the focus to “%s”', { tags: 'palette:settings' }, async (title, focused) => {
  const { page } = journey;
  await openRequest(page, 'See what is sent');
  await pickInPalette(page, 'Control+k', title, title);
  await expect
    .poll(() =>
      page.evaluate(`(() => {
        const { activeElement: element } = document;
        return element.getAttribute('aria-label') ?? (element.labels?.[0] ?? element).textContent.trim();
      })()`),
    )
    .toBe(focused);
});

it.each(['Folder', 'Settings'])(
  'the palette offers the page “%s” first when its name is typed',
  { tags: 'palette:settings' },
  async (name) => {
    await pickInPalette(journey.page, 'Control+k', name.toLowerCase(), `Show ${name}`);
    await journey.page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
  },
);
