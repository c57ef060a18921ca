import { decode, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import type { DevTools } from './devtools-pipe.js';
import { delay } from './window.js';

/** Interval at which a starting browser is asked for its page, in milliseconds. */
const askAgainMs = 100;

const Targets = t.type({
  targetInfos: t.readonlyArray(t.type({ targetId: t.string, type: t.string, url: t.string })),
});
const WindowOfTarget = t.type({ windowId: t.number, bounds: t.type({ windowState: t.string }) });

const decodeAnswer = <A>(codec: t.Type<A, unknown>, answer: unknown): A => {
  const decoded = decode(codec)(answer);
  if (E.isLeft(decoded)) throw new Error('the browser sent an unknown response');
  return decoded.right;
};

/** Whether a page has not begun to load its address. */
const isStarting = (url: string): boolean => url === '' || url === 'about:blank';

/** The id of a page of `origin`. While the browser is starting, it has no pages, or only blank ones. */
const findPage = async (
  devTools: DevTools,
  origin: string,
  ending: AbortSignal,
): Promise<string | undefined> => {
  const { targetInfos } = decodeAnswer(Targets, await devTools.call('Target.getTargets'));
  const pages = targetInfos.filter(({ type }) => type === 'page');
  const page = pages.find(({ url }) => url.startsWith(`${origin}/`));
  if (page !== undefined || ending.aborted || !pages.every(({ url }) => isStarting(url)))
    return page?.targetId;
  await delay(askAgainMs, ending);
  return findPage(devTools, origin, ending);
};

/**
 * Brings the browser window with a page of `origin` to the front, and waits for that page while the browser is starting.
 * False if there is none, the browser fails, or `ending` is aborted before.
 */
export const bringToFront = async (
  devTools: DevTools,
  origin: string,
  ending: AbortSignal,
): Promise<boolean> => {
  const { call } = devTools;
  try {
    const targetId = await findPage(devTools, origin, ending);
    if (targetId === undefined) return false;
    const { windowId, bounds } = decodeAnswer(
      WindowOfTarget,
      await call('Browser.getWindowForTarget', { targetId }),
    );
    if (bounds.windowState === 'minimized')
      await call('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } });
    await call('Target.activateTarget', { targetId });
    return true;
  } catch {
    return false;
  }
};
