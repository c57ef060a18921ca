import { Suspense } from 'react';

import type { PickDialogProps } from './pick-list.js';
import { lazy } from '../../served/lazy.js';

const LazyPickList = lazy(async () => ({ default: (await import('./pick-list.js')).PickList }));

/** Asks for an item of a list, filtered by typing; loaded when first opened. */
export const PickDialog = (props: PickDialogProps) => (
  <Suspense>
    <LazyPickList {...props} />
  </Suspense>
);
