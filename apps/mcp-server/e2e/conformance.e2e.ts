import { listen } from '@tandem/node/http';
import { createServersApp } from '@tandem/mcp';
import { launch, temporaryFolder } from '@tandem/node/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { serverInfo } from './conformance/content.js';
import { bus, sdk2 } from './conformance/sdk2.js';
import { sdk1 } from './conformance/sdk1.js';
import { fetchSuite, executeSuite, executeAllScenarios } from './conformance/suite.js';

const log = { error: () => undefined, warn: () => undefined };
const cleanups: (() => Promise<unknown>)[] = [];
let fixture: string;
let product: string;
let results: string;

beforeAll(async () => {
  await fetchSuite();
  const app = await createServersApp({ sdk1, sdk2, bus }, { ...serverInfo, tools: 0 }, { log });
  const listening = await listen(app.callback());
  fixture = `${listening.url}/`;
  const folder = await temporaryFolder();
  results = `${folder.path}/results`;
  const server = launch('mcp-server', [
    ...['--data-dir', `${folder.path}/data`, '--workspace', `${folder.path}/shop`],
  ]);
  product = /http:\S+/.exec((await server.lines(1))[0] ?? '')?.[0] ?? '';
  cleanups.push(
    () => server.stop(),
    () => folder.remove(),
    async () => {
      app.endStreams();
      await listening.close(0);
      await app.close();
    },
  );
}, 400_000);
afterAll(async () => {
  for (const end of cleanups) await end();
});

describe('the MCP binding with the fixtures of the scenarios', { tags: 'mcp:conformance' }, () => {
  it.each([['2025-11-25'], ['2026-07-28']])(
    'passes all scenarios of protocol version %s',
    async (revision) => {
      const { code, output } = await executeSuite(fixture, '--requirements', revision);
      expect(output).toMatch(/passed/i);
      expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
    },
  );
});

const generic = {
  '2025-11-25': [
    'server-initialize',
    'server-session-lifecycle',
    'ping',
    'tools-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'resources-list',
    'resources-subscribe',
    'resources-unsubscribe',
    'prompts-list',
  ],
  '2026-07-28': [
    'tools-list',
    'caching',
    'http-header-validation',
    'sep-2164-resource-not-found',
    'input-required-result-unsupported-methods',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
    'server-sse-multiple-streams',
  ],
} as const;

describe.each(Object.entries(generic))(
  'the product with protocol version %s',
  { tags: 'mcp:conformance' },
  (revision, scenarios) => {
    let checks: Awaited<ReturnType<typeof executeAllScenarios>>;
    // Run all scenarios at once, because the suite starts slowly and runs fast. The scenarios that are left out
    // need fixtures.
    beforeAll(async () => {
      checks = await executeAllScenarios(product, revision, `${results}/${revision}`);
    });

    it.each(scenarios)('passes the scenario %s', (scenario) => {
      const found = checks.get(scenario) ?? [];
      expect(found.filter(({ status }) => status === 'FAILURE')).toEqual([]);
      expect(found.map(({ status }) => status)).toContain('SUCCESS');
    });
  },
);
