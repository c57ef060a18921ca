import { type ComponentType, type LazyExoticComponent, lazy as onceLazy } from 'react';

/** How long to wait before a part of the page is asked for again, in milliseconds. */
const againMs = 1_000;

const later = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    window.setTimeout(resolve, ms);
  });

const untilLoaded = async <A>(load: () => Promise<A>): Promise<A> => {
  for (;;) {
    try {
      return await load();
    } catch {
      await later(againMs);
    }
  }
};

/**
 * React's `lazy` for a part of the page that Tandem serves. While Tandem is away, it is asked for again, and its fallback
 * stays: with a rejected import, React would take the whole page away.
 */
export const lazy = <P>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> => onceLazy(() => untilLoaded(load));
