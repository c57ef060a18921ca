import { type ComponentType, type LazyExoticComponent, lazy as lazyOnce } from 'react';

import { loadPart } from './trust.js';

/** A React component that is loaded when it is first rendered. */
type LazyComponent<P> = LazyExoticComponent<ComponentType<P>>;

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>;

/**
 * Like React's `lazy`, for a part of the page that Tandem serves. The fallback is shown until the part is loaded. An import must not reject,
 * because React would then remove the whole page.
 */
export const lazy = <P>(load: Load<P>): LazyComponent<P> => lazyOnce(() => loadPart(load));

/** How long other parts wait for the first content of the page at most, in milliseconds. */
const maxWaitMs = 2_000;

let endWait: () => void = () => undefined;

/** Resolves when the first content of the page was painted, or did not appear in time. */
const firstPaint = new Promise<void>((resolve) => {
  endWait = resolve;
  setTimeout(resolve, maxWaitMs);
});

/** Call this when the first content of the page is rendered. It is painted with the next frame. */
export const announceFirstContent = (): void => {
  requestAnimationFrame(() => setTimeout(endWait));
};

/** Loads a part that the first content of the page does not need, and whose loading would delay that content. */
export const loadAfterFirstPaint = async <A>(load: () => Promise<A>): Promise<A> => {
  await firstPaint;
  return loadPart(load);
};

/** Like `lazy`, for a part that the first content of the page does not need. */
export const lazyAfterFirstPaint = <P>(load: Load<P>): LazyComponent<P> =>
  lazyOnce(() => loadAfterFirstPaint(load));
