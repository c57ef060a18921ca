import { expect, it } from 'vitest';

import { startDesktop } from './open-page.js';

it(
  'a busy echo server holds up neither the page nor MCP',
  { tags: 'echo:thread', timeout: 120_000 },
  async () => {
    const desktop = await startDesktop();
    const { page, echo, mcp } = desktop.addresses;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'a=&'.repeat(3_000_000);
    let answered = 0;
    const busy = Array.from({ length: 3 }, async () => {
      const answer = await fetch(echo, { method: 'POST', headers, body });
      await answer.arrayBuffer();
      answered += 1;
      return answer.status;
    });
    for (let index = 0; index < 10; index++)
      for (const url of [page, mcp]) expect((await fetch(url)).status).toBe(200);
    expect(answered).toBeLessThan(busy.length);
    expect(await Promise.all(busy)).toEqual(busy.map(() => 200));
    expect(await desktop.program.stop()).toEqual({ code: 0, signal: null });
    await desktop.remove();
  },
);
