import { useRef } from 'react';
import { usePanelRef } from 'react-resizable-panels';

import { usePreferences } from '../settings/preferences.js';

/** The width of the list at first, in pixels. */
const listWidth = 264;

/** The width of the list, kept from start to start and while the window becomes wider or narrower. */
export const useListWidth = () => {
  const { preferences, prefer } = usePreferences();
  const panelRef = usePanelRef();
  const windowWidth = useRef(window.innerWidth);
  const kept = preferences.layouts?.list?.width ?? listWidth;
  return {
    panel: { panelRef, defaultSize: `${kept}px`, groupResizeBehavior: 'preserve-pixel-size' } as const,
    onLayoutChanged: (): void => {
      // In a narrow window the list may be narrower than the person wants it.
      if (windowWidth.current !== window.innerWidth) {
        windowWidth.current = window.innerWidth;
        return;
      }
      const width = Math.round(panelRef.current?.getSize().inPixels ?? kept);
      if (width !== kept) prefer({ layouts: { ...preferences.layouts, list: { width } } });
    },
  };
};
