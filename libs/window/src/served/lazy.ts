import { type ComponentType, type LazyExoticComponent, lazy as lazyOnce } from 'react';

import { loadPart } from './trust.js';

/**
 * Like React's `lazy`, for a part of the page that Tandem serves. The fallback is shown until the part is loaded. An import must not reject,
 * because React would then remove the whole page.
 */
export const lazy = <P>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> => lazyOnce(() => loadPart(load));
