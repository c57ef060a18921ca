import { expect, it } from 'vitest';

import { startDesktop } from './open-page.js';

it(
  'a busy echo server delays neither the page nor MCP',
  { tags: 'echo:thread', timeout: 120_000 },
  async () => {
    const desktop = await startDesktop();
    const { page, echo, mcp } = desktop.addresses;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'a=&'.repeat(3_000_000);
    let isEnough = false;
    let answered = 0;
    const lane = async () => {
      while (!isEnough) {
        const answer = await fetch(echo, { method: 'POST', headers, body });
        expect(answer.status).toBe(200);
        await answer.arrayBuffer();
        answered += 1;
      }
    };
    const lanes = [lane(), lane(), lane()];
    for (let index = 0; index < 10; index++)
      for (const url of [page, mcp]) expect((await fetch(url)).status).toBe(200);
    // If the echo server ran in this thread, the twenty calls would wait for each other.
    expect(answered).toBeLessThan(10);
    isEnough = true;
    await Promise.all(lanes);
    expect(answered).toBeGreaterThan(0);
    expect(await desktop.program.stop()).toEqual({ code: 0, signal: null });
    await desktop.remove();
  },
);
