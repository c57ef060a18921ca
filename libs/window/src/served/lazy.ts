import { type ComponentType, type LazyExoticComponent, lazy as lazyOnce } from 'react';

import { loadPart } from './trust.js';

/**
 * React's `lazy` for a part of the page that Tandem serves. Its fallback stays until it has loaded; if an import
 * rejected, React would remove the whole page.
 */
export const lazy = <P>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> => lazyOnce(() => loadPart(load));
