import { isDeepStrictEqual } from 'node:util';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';

import { openRequest, runRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

const uri = 'tandem://window/selection';
const url = () => journey.page.getByRole('textbox', { name: 'URL' });
const rowOf = (name: string) => journey.page.getByRole('treeitem', { name });
const tabOf = (name: string) =>
  journey.page.getByRole('tablist', { name: 'Open tabs' }).getByRole('tab', { name });
const agentsHere = () => journey.page.getByRole('button', { name: /^Agents at this request: agent-smith/ });
const card = () => journey.page.getByRole('dialog', { name: 'Agents at this request' });
const findWaitingChanges = () => journey.page.getByRole('alert', { name: 'Pending changes' });

/** Creates a request as the agent, and waits until the page shows it in its tree. */
const createRequest = async (name: string, more: Record<string, unknown> = {}): Promise<string> => {
  const { id } = await journey.agent('rest_create', { name, url: 'http://127.0.0.1:9/first', ...more });
  await rowOf(name).waitFor();
  return String(id);
};
const selection = async () => (await journey.agent('workspaces_active', {})).selection;

/** Connects another agent, which is notified when the person opens something else. */
const connectListener = async () => {
  const client = new Client({ name: 'agent-jones', version: '1' });
  let updates = 0;
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    if (params.uri === uri) updates += 1;
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(journey.addresses.mcp)));
  await client.subscribeResource({ uri });
  return {
    updates: () => updates,
    read: async () => {
      const { contents } = await client.readResource({ uri });
      return JSON.parse(String((contents[0] as { readonly text?: unknown }).text)) as unknown;
    },
    close: () => client.close(),
  };
};

describe('an agent', { tags: 'presence:selection' }, () => {
  it('knows what the person is looking at, and is notified when that changes', async () => {
    const { page } = journey;
    const [first, second] = [
      await createRequest('Looked at', { url: '{{echo_base_url}}/looked' }),
      await createRequest('Second'),
    ];
    const listener = await connectListener();
    await runRequest(page, 'Looked at');
    await page
      .getByRole('tablist', { name: 'Request' })
      .getByRole('tab', { name: 'Script', exact: true })
      .click();
    const { executions } = await journey.agent('executions_list', { requestId: first });
    const [{ id: executionId }] = executions as [{ id: string }];
    await expect.poll(selection).toMatchObject({ requestId: first, tab: 'script', executionId });
    await expect.poll(listener.updates).toBeGreaterThan(0);
    await expect.poll(async () => isDeepStrictEqual(await listener.read(), await selection())).toBe(true);
    await openRequest(page, 'Second');
    await expect.poll(selection).toMatchObject({ requestId: second, executionId: null });
    await page.getByRole('button', { name: 'Environments', exact: true }).click();
    await expect.poll(selection).toMatchObject({ requestId: null, tab: 'environments' });
    await listener.close();
  });

  it('knows the state of the most recently used window, and gets nothing if no window is open', async () => {
    const { page } = journey;
    const [one, two] = [await createRequest('In one'), await createRequest('In two')];
    await openRequest(page, 'In one');
    await expect.poll(selection).toMatchObject({ requestId: one });
    const other = await page.context().newPage();
    await other.goto(journey.addresses.page);
    await other.getByRole('treeitem', { name: 'In two' }).click();
    await expect.poll(selection).toMatchObject({ requestId: two });
    await other.close();
    await expect.poll(selection).toMatchObject({ requestId: one });
    await page.goto('about:blank');
    await expect.poll(selection).toBe(undefined);
  });
});

describe('the window', { tags: 'presence:agents' }, () => {
  it('shows where an agent is: in the tree, on the tab, in the editor and in the top row', async () => {
    const { page } = journey;
    const id = await createRequest('Watched');
    await createRequest('Elsewhere');
    await openRequest(page, 'Elsewhere');
    await journey.agent('rest_get', { id });
    const mark = { name: /^agent-smith read it at / };
    await rowOf('Watched').getByRole('img', mark).waitFor();
    await page.getByRole('button', { name: 'Agents here: agent-smith' }).click();
    const dialog = page.getByRole('dialog', { name: 'Agents at work' });
    await dialog.getByText(/^agent-smith read Watched at /).waitFor();
    await dialog.getByRole('button', { name: 'Show', exact: true }).click();
    await page.keyboard.press('Escape');
    await tabOf('Watched').getByRole('img', mark).waitFor();
    await journey.agent('rest_update', { id, description: 'seen' });
    await tabOf('Watched')
      .getByRole('img', { name: /^agent-smith changed it at / })
      .waitFor();
    await agentsHere().click();
    await card()
      .getByText(/^agent-smith changed this request at /)
      .waitFor();
    expect(journey.errors).toEqual([]);
  });

  it("can stop an agent's execution from the request", { tags: 'agents:stop' }, async () => {
    const { page } = journey;
    const id = await createRequest('Never ends', { url: '{{echo_base_url}}/slow?delay=60000' });
    await openRequest(page, 'Never ends');
    const outcome = journey.agent('rest_execute', { id, timeoutMs: 120_000 });
    await agentsHere().click();
    await card().getByText('agent-smith runs Never ends').waitFor();
    await card().getByRole('button', { name: 'Stop', exact: true }).click();
    expect(await outcome).toMatchObject({ error: { code: 'CANCELLED' } });
  });
});

describe('a request that was taken over', { tags: 'presence:take-over' }, () => {
  /** Opens the request that the agent is editing, takes it over, and types its URL. */
  const takenOver = async (name: string): Promise<string> => {
    const { page } = journey;
    const id = await createRequest(name);
    await openRequest(page, name);
    await agentsHere().click();
    await card().getByRole('button', { name: 'Take over' }).click();
    await card().getByRole('button', { name: 'Hand back' }).waitFor();
    await page.keyboard.press('Escape');
    // The window stores edits only after the application knows the position of the cursor.
    await url().fill('http://127.0.0.1:9/typed');
    await expect
      .poll(() => journey.agent('rest_get', { id }))
      .toMatchObject({ url: 'http://127.0.0.1:9/typed' });
    return id;
  };

  it('shows a card that leaves the focus where the person moved it when the card closes', async () => {
    const { page } = journey;
    const name = 'Typed at once';
    await createRequest(name);
    await openRequest(page, name);
    await agentsHere().click();
    await card().waitFor();
    const focused = await page.evaluate(`(async () => {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      await new Promise(queueMicrotask);
      document.querySelector('[aria-label="URL"]').focus();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return document.activeElement.getAttribute('aria-label');
    })()`);
    await card().waitFor({ state: 'detached' });
    expect(focused).toBe('URL');
  });

  it('is changed by the agent if the person allows it', async () => {
    const id = await takenOver('Allowed');
    const update = journey.agent('rest_update', { id, description: 'by the agent' });
    await findWaitingChanges()
      .getByText('agent-smith wants to change Notes while you edit this request.')
      .waitFor();
    await findWaitingChanges().getByText('Show what it would set').click();
    await findWaitingChanges().getByText('by the agent', { exact: true }).waitFor();
    await url().fill('http://127.0.0.1:9/mine');
    await findWaitingChanges().getByRole('button', { name: 'Allow' }).click();
    await update;
    await findWaitingChanges().waitFor({ state: 'detached' });
    await expect
      .poll(() => journey.agent('rest_get', { id }))
      .toMatchObject({ url: 'http://127.0.0.1:9/mine', description: 'by the agent' });
    expect(journey.errors).toEqual([]);
  });

  it('stays unchanged if the person refuses, and the agent is told what to do', async () => {
    const id = await takenOver('Denied');
    const update = journey.agent('rest_delete', { id }).then(String, String);
    await findWaitingChanges().getByText('agent-smith wants to delete this request.').waitFor();
    await findWaitingChanges().getByRole('button', { name: 'Deny' }).click();
    expect(await update).toMatch(/PERSON_EDITING.*denied your deletion.*ask the person/);
    await rowOf('Denied').waitFor();
  });

  it('is mentioned on other tabs with a link to the tab where the question can be answered', async () => {
    const { page } = journey;
    const id = await takenOver('Asked for');
    const update = journey.agent('rest_update', { id, description: 'by the agent' });
    await findWaitingChanges().waitFor();
    await page.getByRole('button', { name: 'Environments', exact: true }).click();
    const toast = page.locator('.toast', { hasText: 'agent-smith waits for your answer at Asked for' });
    await toast.getByRole('button', { name: 'Show' }).click();
    await findWaitingChanges().getByRole('button', { name: 'Allow' }).click();
    await update;
    await toast.waitFor({ state: 'detached' });
  });

  it('is changed immediately once it is handed back', async () => {
    const id = await takenOver('Handed back');
    const update = journey.agent('rest_update', { id, url: 'http://127.0.0.1:9/agent' });
    await findWaitingChanges().waitFor();
    // The agent works on another request by then.
    const other = await createRequest('In between');
    await journey.agent('rest_get', { id: other });
    await rowOf('In between')
      .getByRole('img', { name: /^agent-smith read it at / })
      .waitFor();
    await agentsHere().click();
    await card().getByText('agent-smith is at another request now').waitFor();
    await card().getByRole('button', { name: 'Hand back' }).click();
    await update;
    await expect.poll(() => url().inputValue()).toBe('http://127.0.0.1:9/agent');
    await journey.agent('rest_update', { id, url: 'http://127.0.0.1:9/again' });
  });
});
