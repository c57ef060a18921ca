import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type AnotherAgent, connectAgent } from './another-agent.js';
import { openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();
let jones: AnotherAgent;
beforeAll(async () => {
  jones = await connectAgent(journey.addresses.mcp, 'agent-jones');
});
afterAll(() => jones.close());

const toUrl = (path: string): string => `http://127.0.0.1:9/${path}`;
const activity = () => journey.page.getByRole('region', { name: 'Activity' });
const entry = (sentence: string) => activity().getByRole('listitem').filter({ hasText: sentence });
const openActivity = async (): Promise<void> => {
  await journey.page.getByRole('button', { name: 'Activity', exact: true }).click();
  await activity().getByRole('searchbox', { name: 'Search the activity' }).waitFor();
};
const undo = async (sentence: string, item: RegExp): Promise<void> => {
  await entry(sentence).last().getByRole('button', { name: sentence }).click({ button: 'right' });
  await journey.page.getByRole('menuitem', { name: item }).click();
};
const redo = (): Promise<void> =>
  activity().getByRole('status').getByRole('button', { name: 'Redo', exact: true }).click();
const createRequest = async (name: string, agent = journey.agent): Promise<string> => {
  const { id } = await agent('rest_create', { name, url: toUrl('first') });
  await journey.page.getByRole('treeitem', { name }).waitFor();
  return String(id);
};
const typeUrl = async (name: string, text: string): Promise<void> => {
  const { page } = journey;
  await openRequest(page, name);
  await page.getByRole('textbox', { name: 'URL' }).fill(text);
  await page.getByText('Saved', { exact: true }).waitFor();
};
const urlOf = async (id: string): Promise<unknown> => (await journey.agent('rest_get', { id })).url;

describe('changes by a person and two agents', { tags: ['activity:undo', 'activity:agents'] }, () => {
  it('are undone for one agent since a given time, and kept for the other', async () => {
    const { page, agent } = journey;
    const earlier = await createRequest('Earlier');
    const shared = await createRequest('Shared', jones.call);
    await agent('rest_update', {
      id: shared,
      url: toUrl('smith'),
      headers: [{ name: 'x-smith', value: '1' }],
    });
    const own = await createRequest('Smith');
    await agent('rest_update', { id: earlier, url: toUrl('later') });
    await jones.call('rest_update', { id: shared, description: 'by Jones' });
    await typeUrl('Shared', toUrl('person'));

    await openActivity();
    await undo('agent-smith changed the request Shared', /^Undo all by agent-smith since \d/);
    await activity()
      .getByText(/^Undid 3 changes by agent-smith\. Kept, because changed since: .*url, by you/)
      .waitFor();
    await page.getByRole('treeitem', { name: 'Smith' }).waitFor({ state: 'detached' });
    expect(await agent('rest_get', { id: shared })).toMatchObject({
      url: toUrl('person'),
      description: 'by Jones',
      headers: [],
    });
    expect(await urlOf(earlier)).toBe(toUrl('first'));

    await redo();
    // Undo restores the request with its id.
    await page.getByRole('treeitem', { name: 'Smith' }).waitFor();
    await expect.poll(() => urlOf(own)).toBe(toUrl('first'));
    await expect.poll(() => urlOf(earlier)).toBe(toUrl('later'));
    expect(journey.errors).toEqual([]);
  });

  it('are visible to everyone, but an agent can undo only its own', async () => {
    const { agent } = journey;
    const id = await createRequest('Guarded', jones.call);
    await typeUrl('Guarded', toUrl('person'));
    const since = new Date(0).toISOString();
    const { changes } = (await agent('changes_list', { id, take: 9 })) as {
      readonly changes: readonly { readonly id: string; readonly by: string }[];
    };
    expect(changes.map(({ by }) => by)).toEqual(['window', 'agent-jones']);
    for (const change of changes)
      await expect(agent('changes_undo', { changeId: change.id })).rejects.toThrow('INVALID_ARGUMENTS');
    await agent('changes_undo', { since });
    expect(await urlOf(id)).toBe(toUrl('person'));
    await jones.call('changes_undo', { since });
    // The person's later changes stay, and so does the request.
    expect(await urlOf(id)).toBe(toUrl('person'));
  });

  it('are undone for a whole synchronization, and redone', async () => {
    const { agent } = journey;
    const ids = [await createRequest('Pulled one'), await createRequest('Pulled two')];
    const { path } = await agent('synchronization_synchronize', {});
    for (const name of ['pulled-one', 'pulled-two']) {
      const file = join(String(path), `${name}.yml`);
      await writeFile(file, (await readFile(file, 'utf8')).replace(toUrl('first'), toUrl('pulled')));
    }
    await agent('synchronization_synchronize', {});
    const urls = () => Promise.all(ids.map(urlOf));
    expect(await urls()).toEqual([toUrl('pulled'), toUrl('pulled')]);
    await openActivity();
    await undo('changed the request Pulled one', /^Undo the whole group of changes/);
    await expect.poll(urls).toEqual([toUrl('first'), toUrl('first')]);
    await redo();
    await expect.poll(urls).toEqual([toUrl('pulled'), toUrl('pulled')]);
  });
});

it(
  'an agent that overwrites a change it has not read is refused, and receives both versions',
  { tags: 'revision:read' },
  async () => {
    const { page, agent } = journey;
    const id = await createRequest('Read before');
    const { revision } = await agent('rest_get', { id });
    await typeUrl('Read before', toUrl('person'));
    const error = await agent('rest_update', { id, url: toUrl('agent') }).then(String, String);
    expect(error).toContain('REVISION_CONFLICT');
    expect(error).toContain(toUrl('person'));
    expect(error).toContain(toUrl('agent'));
    expect(await page.getByRole('textbox', { name: 'URL' }).inputValue()).toBe(toUrl('person'));
    const now = await jones.call('rest_get', { id });
    expect(now).toMatchObject({ url: toUrl('person') });
    expect(now.revision).not.toBe(revision);
    await agent('rest_update', { id, url: toUrl('agent'), ifRevision: now.revision });
    await expect.poll(() => page.getByRole('textbox', { name: 'URL' }).inputValue()).toBe(toUrl('agent'));
  },
);
