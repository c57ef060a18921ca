import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();

let server: Server;
let stream: ServerResponse | undefined;
let closedCount = 0;

beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    response.on('close', () => {
      closedCount += 1;
    });
    stream = response;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const result = () => journey.page.getByRole('region', { name: 'Result' });
const events = () => result().getByRole('list', { name: 'Events' }).getByRole('listitem');

it(
  'the events of a stream are shown as they arrive, until the person stops the stream',
  { tags: 'stream:events' },
  async () => {
    const { page } = journey;
    const { port } = server.address() as AddressInfo;
    await journey.agent('rest_create', { name: 'Ticker', url: `http://127.0.0.1:${port}/` });
    await openRequest(page, 'Ticker');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await result().getByText('Receiving events: 0 so far').waitFor();
    stream?.write('event: price\nid: 7\ndata: {"cents":1}\n\n');
    await events().filter({ hasText: 'price' }).filter({ hasText: '"cents": 1' }).waitFor();
    stream?.write('data: second\n\ndata: unfinished\n');
    await events().filter({ hasText: 'second' }).waitFor();
    await result().getByText('Receiving events: 2 so far').waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await result().getByText('200 OK', { exact: true }).waitFor();
    await expect.poll(() => closedCount).toBe(1);
    await expect.poll(() => events().count()).toBe(2);
    await result().getByRole('radio', { name: 'Raw' }).click();
    await result().getByText('data: unfinished').waitFor();
    expect(journey.errors).toEqual([]);
  },
);

it(
  'a stream that the server ends becomes a response with its events',
  { tags: 'stream:events' },
  async () => {
    const { page } = journey;
    await openRequest(page, 'Ticker');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await result().getByText('Receiving events: 0 so far').waitFor();
    stream?.end('data: only\n\n');
    await events().filter({ hasText: 'only' }).waitFor();
    await result().getByRole('radio', { name: 'Events', checked: true }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
  },
);

it(
  'the page keeps the end of a long stream, and reports how much it no longer shows',
  { tags: 'stream:events' },
  async () => {
    const { page } = journey;
    await openRequest(page, 'Ticker');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await result().getByText('Receiving events: 0 so far').waitFor();
    const long = 'x'.repeat(300_000);
    for (const name of ['a', 'b', 'c', 'd']) stream?.write(`event: ${name}\ndata: ${long}\n\n`);
    await result().getByText('Receiving events: 4 so far').waitFor();
    await result().getByText('One older event is no longer shown here').waitFor();
    await expect.poll(() => events().count()).toBe(3);
    await events().filter({ hasText: '280000 more characters' }).first().waitFor();
    stream?.end();
    await result().getByRole('radio', { name: 'Events', checked: true }).waitFor();
  },
);
