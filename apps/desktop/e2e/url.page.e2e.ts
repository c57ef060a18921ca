import { expect, it } from 'vitest';

import { useJourney } from './use-journey.js';

const journey = useJourney();

const url = () => journey.page.getByRole('textbox', { name: 'URL' });
const result = () => journey.page.getByRole('region', { name: 'Result' });
const cell = (index: number, what: 'name' | 'value') =>
  journey.page.getByRole('textbox', { name: `Query parameter ${index} ${what}` });
const card = (text: string) => journey.page.getByRole('dialog', { name: text });

/** Creates a request with its shortcut; its URL has the focus. */
const make = async (): Promise<void> => {
  const { page } = journey;
  await page.keyboard.press('Alt+n');
  await page.locator('.url input:focus').waitFor();
  await expect.poll(() => url().inputValue()).toBe('');
};

/** Moves the pointer over a part of the URL until its card is shown. */
const pointAt = async (text: string): Promise<void> => {
  const { page } = journey;
  await page.mouse.move(1, 1);
  let lastBox = '';
  const isShown = async () => {
    // The URL moves when other elements appear beside or above it.
    const box = await page.locator('.url .coloured span', { hasText: text }).boundingBox();
    if (box && JSON.stringify(box) !== lastBox) {
      lastBox = JSON.stringify(box);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    }
    return card(text).isVisible();
  };
  await expect.poll(isShown).toBe(true);
};

it(
  'a new request shows its response after three steps: its key, its URL, Enter',
  { tags: 'url:enter' },
  async () => {
    const { page, addresses, errors } = journey;
    await make();
    await page.keyboard.type(`${addresses.echo.replace('http://', '')}/typed?q=1`);
    await page.keyboard.press('Enter');
    await result().getByText('"/typed"').waitFor();
    await expect.poll(() => url().inputValue()).toBe(`${addresses.echo}/typed?q=1`);
    expect(errors).toEqual([]);
  },
);

it(
  'a new request is named after its URL, and a request that has a name keeps it',
  { tags: 'url:name' },
  async () => {
    const { page, addresses } = journey;
    await make();
    await page.keyboard.type(`${addresses.echo}/orders/7?x=1`);
    await page.keyboard.press('Tab');
    await page.getByRole('tab', { name: 'GET /orders/7', selected: true }).waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Seventh order');
    await url().fill(`${addresses.echo}/orders/8`);
    await url().press('Tab');
    await page.getByRole('treeitem', { name: 'GET Seventh order' }).waitFor();
    expect(await page.getByRole('treeitem', { name: '/orders/8' }).count()).toBe(0);
  },
);

it(
  'a variable is completed after two braces, and a card describes it',
  { tags: 'url:variables' },
  async () => {
    const { page, addresses, errors } = journey;
    await make();
    await page.keyboard.type('{{echo');
    await page.getByRole('option', { name: 'echo_base_url' }).getByText(addresses.echo).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('/with/{{missing_name}}');
    await expect.poll(() => url().inputValue()).toBe('{{echo_base_url}}/with/{{missing_name}}');
    await pointAt('{{echo_base_url}}');
    await card('{{echo_base_url}}').getByText(addresses.echo).waitFor();
    await pointAt('{{missing_name}}');
    await page.getByRole('textbox', { name: 'Value of missing_name' }).fill('made-here');
    await page.keyboard.press('Enter');
    await card('{{missing_name}}').waitFor({ state: 'detached' });
    await url().press('Enter');
    await result().getByText('"/with/made-here"').waitFor();
    await pointAt('{{missing_name}}');
    await card('{{missing_name}}').getByText('made-here').waitFor();
    await card('{{missing_name}}').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('tab', { name: 'Environments', selected: true }).waitFor();
    expect(errors).toEqual([]);
  },
);

it(
  'a variable that is created while the person types its name is suggested',
  { tags: 'url:variables' },
  async () => {
    const { page } = journey;
    await journey.agent('environments_create', { name: 'Filled late' });
    await journey.agent('environments_activate', { id: 'Filled late' });
    await make();
    await page.keyboard.type('{{arrives');
    await expect.poll(() => url().inputValue()).toBe('{{arrives');
    await journey.agent('environments_update', { id: 'Filled late', variables: { arrives_late: 'now' } });
    await page.getByRole('option', { name: 'arrives_late' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => url().inputValue()).toBe('{{arrives_late}}');
  },
);

it('the card of a secret shows dots', { tags: 'url:variables' }, async () => {
  const { page } = journey;
  await journey.agent('environments_create', { name: 'Guarded', secrets: { pass: 'never-shown' } });
  await journey.agent('environments_activate', { id: 'Guarded' });
  await make();
  await page.keyboard.type('{{pa');
  await page.getByRole('option', { name: /^pass/ }).waitFor();
  await page.keyboard.press('Tab');
  await pointAt('{{pass}}');
  await card('{{pass}}').getByText('••••••••').waitFor();
  expect(await page.content()).not.toContain('never-shown');
});

it('the URL and the table show the same query', { tags: 'url:query' }, async () => {
  const { page } = journey;
  await make();
  await page.keyboard.type('{{echo_base_url}}/find?a=1&b=2');
  await expect.poll(() => cell(2, 'value').inputValue()).toBe('2');
  await page.getByRole('checkbox', { name: 'Query parameter 1 is on' }).uncheck();
  await expect.poll(() => url().inputValue()).toBe('{{echo_base_url}}/find?b=2');
  await cell(2, 'value').fill('x y&z');
  await expect.poll(() => url().inputValue()).toBe('{{echo_base_url}}/find?b=x%20y%26z');
  await url().fill('{{echo_base_url}}/find?b=3&c=4#top');
  await expect.poll(() => cell(3, 'name').inputValue()).toBe('c');
  await expect.poll(() => cell(1, 'name').inputValue()).toBe('a');
  await expect.poll(() => cell(2, 'value').inputValue()).toBe('3');
  await url().press('Enter');
  await result().getByRole('tab', { name: 'Request' }).click();
  await result()
    .getByText(/\/find\?b=3&c=4/)
    .waitFor();
});

it('any method can be typed', { tags: 'url:method' }, async () => {
  const { page, addresses } = journey;
  await make();
  await page.keyboard.type(`${addresses.echo}/purged`);
  await page.getByRole('combobox', { name: 'Method' }).fill('PURGE');
  await url().press('Enter');
  await result().getByText('"PURGE"').first().waitFor();
});

it(
  'names and values of headers are completed, and can be edited as text',
  { tags: 'headers:help' },
  async () => {
    const { page, errors } = journey;
    await make();
    await page.keyboard.type('{{echo_base_url}}/headers');
    await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Headers' }).click();
    await page.getByRole('textbox', { name: 'Header 1 name' }).pressSequentially('acc');
    await page.getByRole('option', { name: 'Accept', exact: true }).click();
    await page.getByRole('textbox', { name: 'Header 1 value' }).pressSequentially('app');
    await page.getByRole('option', { name: 'application/json', exact: true }).click();
    await page.getByRole('button', { name: 'Edit as text: headers' }).click();
    const text = page.getByRole('textbox', { name: 'headers as text' });
    await expect.poll(() => text.inputValue()).toBe('Accept: application/json');
    await text.fill('Accept: application/json\n// X-Off: 1\nX-Note: in bulk');
    await page.getByRole('button', { name: 'Edit in a table: headers' }).click();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Header 3 value' }).inputValue())
      .toBe('in bulk');
    await expect.poll(() => page.getByRole('checkbox', { name: 'Header 2 is on' }).isChecked()).toBe(false);
    await url().press('Enter');
    await result().getByText('"in bulk"').first().waitFor();
    expect(errors).toEqual([]);
  },
);
