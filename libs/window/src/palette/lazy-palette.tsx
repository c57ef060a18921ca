import { Suspense, useEffect } from 'react';

import type { WorkspacePaletteProps } from './workspace-palette.js';
import type { PaletteMode } from '../shell/use-keys.js';
import { lazy } from '../served/lazy.js';
import { loadPart } from '../served/load-part.js';

const load = () => loadPart(() => import('./workspace-palette.js'));
const WorkspacePalette = lazy(async () => ({ default: (await load()).WorkspacePalette }));

/** The palette, loaded soon after the page so that it opens at once. */
export const LazyPalette = ({
  mode,
  ...props
}: Omit<WorkspacePaletteProps, 'mode'> & { readonly mode: PaletteMode | undefined }) => {
  useEffect(() => {
    void load();
  }, []);
  return mode === undefined ? null : (
    <Suspense>
      <WorkspacePalette mode={mode} {...props} />
    </Suspense>
  );
};
