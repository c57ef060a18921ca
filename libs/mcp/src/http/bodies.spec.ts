import { expect, it } from 'vitest';

import { call, serveSample } from '../testing/served.js';

it(
  'a body beyond the budget is refused with BUSY until other bodies are answered',
  {
    tags: 'server:bodies',
  },
  async () => {
    const served = await serveSample({ maxBodiesInFlight: 2_000 });
    const padded = (bytes: number) => call('echo', { padding: 'x'.repeat(bytes) }, 1);
    for (let index = 0; index < 3; index++) {
      expect((await served.post(padded(1_500))).status).toBe(200);
      const refused = await served.post(padded(2_000));
      expect(refused.status).toBe(503);
      expect(refused.headers['retry-after']).toBe('1');
      expect(JSON.stringify(refused)).toContain('BUSY');
    }
    await served.close();
  },
);
