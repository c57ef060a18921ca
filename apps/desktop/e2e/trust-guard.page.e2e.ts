import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connectAgent } from './another-agent.js';
import { type RecordingServer, openRecordingServer } from './recording-server.js';
import { chooseOption, openRequest } from './open-page.js';
import { useJourney } from './use-journey.js';

const journey = useJourney();
const secret = 'hunter-3-hunter-3';

let server: RecordingServer;
beforeAll(async () => {
  server = await openRecordingServer(({ url }, response) => {
    response
      .writeHead(url === '/moved' ? 307 : 200, { 'content-type': 'application/json', location: '/landed' })
      .end(JSON.stringify({ access_token: 'fetched', token_type: 'bearer' }));
  });
});
afterAll(() => server.close());

const findDialog = () => journey.page.getByRole('dialog');
const answer = (name: string) => findDialog().getByRole('button', { name, exact: true }).click();

const openEnvironment = async (name: string): Promise<void> => {
  await chooseOption(
    journey.page.getByRole('combobox', { name: 'Active environment' }),
    'Edit environments …',
  );
  await journey.page.getByRole('option', { name }).click();
};

/** Creates an environment as the agent, and marks it as production in the window. */
const production = async (name: string): Promise<string> => {
  const { id } = await journey.agent('environments_create', {
    name,
    color: '#d32f2f',
    variables: { base: server.url },
    secrets: { TOKEN: secret },
  });
  await openEnvironment(name);
  await journey.page.getByText('Agents may send everything').click();
  await journey.page.getByRole('checkbox', { name: 'Production' }).click();
  await journey.page.getByText('Production', { exact: true }).first().waitFor();
  return String(id);
};

const post = async (name: string, more: Record<string, unknown> = {}): Promise<string> => {
  const { id } = await journey.agent('rest_create', {
    name,
    method: 'POST',
    url: '{{base}}/pets',
    ...more,
  });
  return String(id);
};

const codeOf = (result: Record<string, unknown>): string | undefined =>
  (result.error as { readonly code: string } | null)?.code;

describe('a guard', () => {
  it(
    "becomes less strict through its file only with the person's approval",
    { tags: 'guard:files' },
    async () => {
      const { page, agent } = journey;
      const environment = await production('Filed');
      const id = await post('To Filed');
      const { path } = await agent('synchronization_synchronize', {});
      const file = join(String(path), 'environments', 'Filed.yml');
      const text = await readFile(file, 'utf8');
      expect(text).toContain('protected: true');
      await writeFile(file, text.replace('protected: true', 'protected: false'));
      await agent('synchronization_synchronize', {});
      const sending = agent('rest_execute', { id, environment });
      await answer('Deny');
      expect(codeOf(await sending)).toBe('GUARD_DENIED');
      await page.getByRole('button', { name: 'Folder', exact: true }).click();
      await page.getByText('loosens its guard').waitFor();
      await page.getByRole('button', { name: 'Decide in Trust' }).click();
      const waiting = page.getByRole('region', { name: 'Waits for you' });
      const proposal = waiting.getByRole('region', { name: 'A less strict guard' });
      await proposal.getByRole('button', { name: 'Use the guard from the file' }).click();
      await proposal.waitFor({ state: 'detached' });
      expect(codeOf(await agent('rest_execute', { id, environment }))).toBe(undefined);
      expect(server.take()).toEqual(['POST /pets']);
      expect(journey.errors).toEqual([]);
    },
  );

  it(
    'asks about the token request, requests of scripts, the request itself and its redirects',
    { tags: ['guard:sends', 'approval:answers'] },
    async () => {
      const { page, agent } = journey;
      const environment = await production('Each');
      const id = await post('Four requests', {
        url: '{{base}}/moved',
        auth: {
          type: 'oauth2',
          grant: 'client_credentials',
          accessTokenUrl: '{{base}}/token',
          clientId: 'c',
          clientSecret: '{{TOKEN}}',
        },
        script: `export const onRequest = async (req) => {
          await send({ method: 'PUT', url: new URL('/by-script', req.url).href });
        };`,
      });
      // Scripts need a separate permission to send at all. The person is asked about it first.
      await agent('rest_create', {
        name: 'Scripted',
        url: server.url,
        script: `export const onRequest = (req) => send(req.url);`,
      });
      await openRequest(page, 'Scripted');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const allowing = page.getByRole('region', { name: 'Requests sent by scripts' });
      await allowing.getByRole('button', { name: 'Allow for this workspace' }).click();
      await allowing.waitFor({ state: 'detached' });
      server.take();

      const sending = agent('rest_execute', { id, environment });
      for (const [line, reason] of [
        ['PUT /by-script', ''],
        ['POST /token', 'It gets a token.'],
        ['POST /moved', ''],
        ['POST /landed', 'The server redirects to it.'],
      ] as const) {
        const outgoing = findDialog().getByRole('region', { name: 'The request as it would be sent' });
        const [method, path] = line.split(' ') as [string, string];
        await outgoing.getByText(`${server.url}${path}`, { exact: true }).waitFor();
        expect(await outgoing.innerText()).toContain(method);
        const text = await findDialog().innerText();
        expect(text).toContain('agent-smith');
        expect(text).toContain(reason);
        expect(text).not.toContain(secret);
        if (path === '/token') expect(text).toMatch(/Basic Y.‹secret:TOKEN›/);
        // Nothing is sent before the answer.
        expect(server.take()).not.toContain(line);
        await answer('Allow once');
      }
      expect(codeOf(await sending)).toBe(undefined);
      expect(server.take()).toEqual(['POST /landed']);
      expect(journey.errors).toEqual([]);
    },
  );

  it(
    'asks the person once until the page is closed, and frames the window',
    { tags: ['guard:who', 'guard:window'] },
    async () => {
      const { agent } = journey;
      const environment = await production('Own');
      await agent('environments_activate', { id: environment });
      await post('By myself');
      server.take();
      const send = async (): Promise<void> => {
        await openRequest(journey.page, 'By myself');
        await journey.page.getByRole('button', { name: 'Send', exact: true }).click();
      };
      const arrived = async (): Promise<void> => {
        const lines: string[] = [];
        await expect.poll(() => lines.push(...server.take())).toBeGreaterThan(0);
        expect(lines).toEqual(['POST /pets']);
      };
      const frame = () =>
        journey.page.evaluate(`getComputedStyle(document.querySelector('main'), '::before').borderTopColor`);
      await expect.poll(frame).toBe('rgb(211, 47, 47)');
      await send();
      await answer('Send');
      await arrived();
      await send();
      await arrived();
      expect(await findDialog().count()).toBe(0);
      await journey.newPage();
      await send();
      await answer('Do not send');
      await findDialog().waitFor({ state: 'detached' });
      expect(server.take()).toEqual([]);
    },
  );

  it('stops asking when the agent gives up', { tags: 'approval:ends' }, async () => {
    const environment = await production('Given up');
    const id = await post('Not waited for');
    server.take();
    const hasty = await connectAgent(journey.addresses.mcp, 'agent-jones');
    const controller = new AbortController();
    const sending = hasty.call('rest_execute', { id, environment }, controller.signal).catch(String);
    await findDialog().waitFor();
    controller.abort();
    await findDialog().waitFor({ state: 'detached' });
    expect([await sending, server.take()]).toEqual([expect.stringContaining('abort'), []]);
    await hasty.close();
  });

  it(
    'plays a sound when a question arrives while the page is in the background',
    { tags: 'guard:window' },
    async () => {
      const { page, agent } = journey;
      const environment = await production('Sounding');
      const id = await post('Heard');
      const tones = () => page.evaluate('globalThis.tones');
      await page.evaluate(`
      globalThis.tones = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...given) { globalThis.tones += 1; start.apply(this, given); };
      globalThis.isInFront = true;
      Object.defineProperty(document, 'hasFocus', { configurable: true, value: () => globalThis.isInFront });
    `);
      for (const [isInFront, heard] of [
        [true, 0],
        [false, 2],
      ] as const) {
        await page.evaluate(`globalThis.isInFront = ${isInFront}`);
        const sending = agent('rest_execute', { id, environment });
        await findDialog().waitFor();
        await expect.poll(tones).toBe(heard);
        await answer('Deny');
        await sending;
      }
    },
  );
});

describe('a client that can ask its own user', { tags: 'approval:alone' }, () => {
  it('leaves the question to an open window, and asks its user if no window is open', async () => {
    const { page, addresses } = journey;
    const environment = await production('Both');
    const id = await post('For either');
    server.take();
    const questions: string[] = [];
    const asking = await connectAgent(addresses.mcp, 'agent-jones', (message) => {
      questions.push(message);
      return { action: 'accept', content: { answer: 'once' } };
    });
    const silent = await connectAgent(addresses.mcp, 'agent-brown');
    const execute = ({ call }: typeof asking) => call('rest_execute', { id, environment });

    const sending = execute(asking);
    await findDialog().getByRole('heading', { name: 'agent-jones wants to send a request' }).waitFor();
    await answer('Deny');
    expect(codeOf(await sending)).toBe('GUARD_DENIED');
    expect([questions, server.take()]).toEqual([[], []]);

    await page.goto('about:blank');
    await expect.poll(async () => (await silent.call('workspaces_active')).selection).toBe(undefined);
    const { error } = await execute(silent);
    expect(error).toMatchObject({ code: 'APPROVAL_NEEDED' });
    expect((error as { message: string }).message).toContain(`POST ${server.url}/pets`);
    expect(server.take()).toEqual([]);
    expect(codeOf(await execute(asking))).toBe(undefined);
    expect(questions).toEqual([expect.stringContaining(`POST ${server.url}/pets`)]);
    expect(server.take()).toEqual(['POST /pets']);
    await asking.close();
    await silent.close();
  });
});
