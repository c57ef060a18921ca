import { type ComponentType, type LazyExoticComponent, lazy as lazyOnce } from 'react';

import { loadPart } from './load-part.js';

/**
 * React's `lazy` for a part of the page that Tandem serves. Its fallback stays until it is there; with an import that
 * rejects, React would take the whole page away.
 */
export const lazy = <P>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> => lazyOnce(() => loadPart(load));
