import { decode, t } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import type { DevTools } from './devtools-pipe.js';

const Targets = t.type({
  targetInfos: t.readonlyArray(t.type({ targetId: t.string, type: t.string, url: t.string })),
});
const WindowOfTarget = t.type({ windowId: t.number, bounds: t.type({ windowState: t.string }) });

const answered = <A>(codec: t.Type<A, unknown>, answer: unknown): A => {
  const decoded = decode(codec)(answer);
  if (E.isLeft(decoded)) throw new Error('the browser sent an unknown response');
  return decoded.right;
};

/** Brings the browser window with a page of `origin` to the front; false if there is none or the browser fails. */
export const bringToFront = async ({ call }: DevTools, origin: string): Promise<boolean> => {
  try {
    const { targetInfos } = answered(Targets, await call('Target.getTargets'));
    const page = targetInfos.find(({ type, url }) => type === 'page' && url.startsWith(`${origin}/`));
    if (page === undefined) return false;
    const { targetId } = page;
    const { windowId, bounds } = answered(
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
