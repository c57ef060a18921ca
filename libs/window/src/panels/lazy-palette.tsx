import { Suspense, useEffect } from 'react';

import type { PaletteProps } from './palette.js';
import { lazy } from '../served/lazy.js';
import { loadPart } from '../served/load-part.js';

const load = () => loadPart(() => import('./palette.js'));
const Palette = lazy(async () => ({ default: (await load()).Palette }));

/** The palette, loaded soon after the page so that it opens at once. */
export const LazyPalette = (props: PaletteProps) => {
  useEffect(() => {
    void load();
  }, []);
  return props.mode === undefined ? null : (
    <Suspense>
      <Palette {...props} />
    </Suspense>
  );
};
