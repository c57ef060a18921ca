import type { ChildProcess } from 'node:child_process';
import { PassThrough } from 'node:stream';

import { expect, it } from 'vitest';

import { connectDevTools } from './devtools-pipe.js';

it('a browser that sends invalid JSON is ignored', { tags: 'server:reset' }, async () => {
  const [to, from] = [new PassThrough(), new PassThrough()];
  const devTools = connectDevTools({ stdio: [null, null, null, to, from] } as unknown as ChildProcess);
  const called = devTools.call('Browser.getVersion');
  from.write('<html>\0{"id":1,"result":{"product":"Chrome"}}\0');
  expect(await called).toEqual({ product: 'Chrome' });
});
