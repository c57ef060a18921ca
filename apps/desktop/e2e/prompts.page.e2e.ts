import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type RecordingServer, openRecordingServer } from './recording-server.js';
import { openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();
const password = 'hunter-4-hunter-4';

let server: RecordingServer;
let credentials: (string | undefined)[] = [];
beforeAll(async () => {
  server = await openRecordingServer(({ headers }, response) => {
    credentials.push(headers.authorization);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
});
afterAll(() => server.close());

const findDialog = () => journey.page.getByRole('dialog');

const createAsking = async (name: string): Promise<string> => {
  const { id } = await journey.agent('rest_create', {
    name,
    method: 'GET',
    url: `${server.url}/{{?City:Oslo}}`,
    auth: { type: 'bearer', token: '{{?password!}}' },
  });
  return String(id);
};

describe('the form for prompts', { tags: 'prompt:window' }, () => {
  it('asks for all values when a person sends a request, and keeps the values if that is chosen', async () => {
    const { page } = journey;
    await createAsking('Ask me');
    await openRequest(page, 'Ask me');
    credentials = [];
    const send = () => page.getByRole('button', { name: 'Send', exact: true }).first().click();
    await send();
    expect(await findDialog().getByLabel('City').inputValue()).toBe('Oslo');
    expect(await findDialog().getByLabel('password').getAttribute('type')).toBe('password');
    await findDialog().getByLabel('City').fill('Rome');
    await findDialog().getByLabel('password').fill(password);
    await findDialog().getByRole('checkbox').check();
    await findDialog().getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => credentials).toEqual([`Bearer ${password}`]);
    await send();
    await expect.poll(() => credentials).toEqual([`Bearer ${password}`, `Bearer ${password}`]);
    expect(server.take()).toEqual(['GET /Rome', 'GET /Rome']);
    expect(journey.errors).toEqual([]);
  });

  it('shows what an agent wants to send, and does not return hidden answers to the agent', async () => {
    const { agent, page } = journey;
    const id = await createAsking('An agent asks');
    const sending = agent('rest_execute', { id });
    await findDialog().getByText(`${server.url}/{{?City:Oslo}}`).waitFor();
    await page.getByLabel('password').fill(password);
    await findDialog().getByRole('button', { name: 'Send', exact: true }).click();
    expect(JSON.stringify(await sending)).not.toContain(password);
    expect(server.take()).toEqual(['GET /Oslo']);
    expect(journey.errors).toEqual([]);
  });
});
