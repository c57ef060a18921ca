import { readFile } from 'node:fs/promises';

import { launch, type LaunchedProgram } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fetchTool } from '../../../tools/fetch/fetch-tool.mjs';
import { fetchNode } from '../../../tools/fetch/node.mjs';
import { getVersion, type RealClient, realClients, steps } from './clients/list.js';
import { startModel } from './clients/model.js';
import { type Outcome, tryClient } from './clients/try-client.js';

/** How many clients are tried at a time. Each needs two or three processes. */
const maxParallelClients = 3;

const outcomes = new Map<RealClient, Outcome>();
let echo: LaunchedProgram | undefined;
let model: Awaited<ReturnType<typeof startModel>> | undefined;

beforeAll(async () => {
  const [packages, node] = [await fetchTool('clients'), await fetchNode()];
  echo = launch('echo-server', ['--port', '0']);
  const echoUrl = /http:\S+/.exec((await echo.lines(1))[0] ?? '')?.[0] ?? '';
  model = await startModel();
  const around = { packages, node, model: model.url, echoUrl };
  const waiting = [...realClients];
  const work = async (): Promise<void> => {
    for (let client = waiting.shift(); client; client = waiting.shift())
      outcomes.set(client, await tryClient(client, around));
  };
  await Promise.all(Array.from({ length: maxParallelClients }, work));
}, 900_000);
afterAll(async () => {
  await model?.close(0);
  await echo?.stop();
});

const describeUnexpectedOutcomes = (
  { lacks = {} }: RealClient,
  outcome: Outcome | undefined,
): readonly string[] =>
  steps.flatMap((step) => {
    const fault = outcome?.[step];
    if (fault === undefined && lacks[step] !== undefined)
      return [`${step} works now; it is listed as lacking`];
    return fault === undefined || lacks[step] !== undefined ? [] : [`${step}: ${fault}`];
  });

describe('a client from npm', { tags: 'mcp:real-clients' }, () => {
  it.each(realClients)('$name does everything that it supports', (client) => {
    expect(outcomes.has(client)).toBe(true);
    expect(describeUnexpectedOutcomes(client, outcomes.get(client))).toEqual([]);
  });
});

/** Numbered notes with the reasons. Clients with the same reason refer to the same note. */
const notes = [...new Set(realClients.flatMap(({ lacks = {} }) => Object.values(lacks)))];

const formatRow = (client: RealClient): readonly string[] => [
  client.name,
  getVersion(client),
  ...steps.map((step) => {
    const reason = client.lacks?.[step];
    return reason === undefined ? 'yes' : `no (${String(notes.indexOf(reason) + 1)})`;
  }),
];

const parseRow = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

describe('the table of clients in the guide', { tags: 'mcp:real-clients' }, () => {
  it('lists every client with its version, what it can do, and why it cannot do more', async () => {
    const guide = await readFile(new URL('../../../docs/guides/mcp.md', import.meta.url), 'utf8');
    const section = guide.split('\n## ').find((one) => one.startsWith('Tested clients')) ?? '';
    const lines = section.split('\n');
    const rows = lines.filter((line) => line.startsWith('|')).map(parseRow);
    expect(rows.filter((_, index) => index !== 1)).toEqual([
      ['client', 'version', ...steps],
      ...realClients.map(formatRow),
    ]);
    expect(lines.filter((line) => /^\d+\. /.test(line))).toEqual(
      notes.map((note, index) => `${String(index + 1)}. ${note}`),
    );
  });
});
