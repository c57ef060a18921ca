import { PassThrough } from 'node:stream';
import { expect, it, describe } from 'vitest';

import { connectDevTools, bringToFront, type DevTools } from './devtools.js';

it('invalid JSON from a browser is ignored', { tags: 'server:reset' }, async () => {
  const [to, from] = [new PassThrough(), new PassThrough()];
  const devTools = connectDevTools({ stdio: [null, null, null, to, from] });
  const called = devTools.call('Browser.getVersion');
  from.write('<html>\0{"id":1,"result":{"product":"Chrome"}}\0');
  expect(await called).toEqual({ product: 'Chrome' });
});

const origin = 'http://127.0.0.1:4100';

/** A fake browser that returns one list of page addresses per query; the last list is repeated. */
const browser = (...lists: readonly (readonly string[])[]) => {
  const activated: unknown[] = [];
  let asked = 0;
  const answers: Record<string, () => unknown> = {
    'Target.getTargets': () => ({
      targetInfos: (lists[asked++] ?? lists.at(-1) ?? []).map((url) => ({
        targetId: url,
        type: 'page',
        url,
      })),
    }),
    'Browser.getWindowForTarget': () => ({ windowId: 1, bounds: { windowState: 'normal' } }),
  };
  const call: DevTools['call'] = (method, params) => {
    if (method === 'Target.activateTarget') activated.push(params?.targetId);
    return Promise.resolve(answers[method]?.() ?? {});
  };
  return { call, activated };
};

const signal = () => AbortSignal.timeout(60_000);

describe('bringing a window to the front', () => {
  it('waits for the page of a browser that is still starting', async () => {
    const devTools = browser([], ['about:blank'], [''], [`${origin}/`]);
    expect(await bringToFront(devTools, origin, signal())).toBe(true);
    expect(devTools.activated).toEqual([`${origin}/`]);
  });

  it('is not possible if the page has navigated elsewhere', async () => {
    const devTools = browser(['https://example.com/']);
    expect(await bringToFront(devTools, origin, signal())).toBe(false);
    expect(devTools.activated).toEqual([]);
  });

  it('is given up if the browser has ended', async () => {
    expect(await bringToFront(browser([]), origin, AbortSignal.abort())).toBe(false);
  });
});
