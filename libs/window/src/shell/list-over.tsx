import { type ReactNode, useLayoutEffect, useRef, useEffect } from 'react';
import { usePanelRef } from 'react-resizable-panels';

import { useLayout, usePreference, useShortcut } from '../settings/preferences.js';
import { useIsListOverlay } from '../kit/index.js';
import { useStore } from './store.js';
import { useWorkspace } from './workspace-stores.js';

/** The initial width of the list, in pixels. */
const listWidth = 264;

/** The width of the list. It is stored across starts, and stays when the window is resized. */
export const useListWidth = () => {
  const { layout, storeLayout } = useLayout('list');
  const panelRef = usePanelRef();
  const windowWidth = useRef(window.innerWidth);
  const stored = layout?.width ?? listWidth;
  return {
    panel: { panelRef, defaultSize: `${stored}px`, groupResizeBehavior: 'preserve-pixel-size' } as const,
    onLayoutChanged: (): void => {
      // In a narrow window, the list may be narrower than the width that the person has chosen.
      if (windowWidth.current !== window.innerWidth) {
        windowWidth.current = window.innerWidth;
        return;
      }
      const width = Math.round(panelRef.current?.getSize().inPixels ?? stored);
      if (width !== stored) storeLayout({ width });
    },
  };
};

/**
 * Returns the placement of the list of requests: beside the main area, over it, or hidden. Whether it is hidden is stored across starts.
 * Whether it is open over the main area is not.
 */
export const useListPlacement = (): 'beside' | 'over' | 'hidden' => {
  const { list } = useWorkspace();
  const isOver = useStore(list.isOver);
  const isHidden = usePreference(({ isListHidden }) => isListHidden ?? false);
  const isSlim = useIsListOverlay();
  useEffect(() => {
    if (!isSlim) list.leave();
  }, [isSlim, list]);
  if (isSlim) return isOver ? 'over' : 'hidden';
  return isHidden ? 'hidden' : 'beside';
};

const buttonId = 'list-button';

/** Shows or hides the list of requests. */
export const ListButton = () => {
  const { list } = useWorkspace();
  const placement = useListPlacement();
  const keys = useShortcut('list');
  return (
    <button
      id={buttonId}
      type="button"
      className="icon place list-button"
      data-place="left"
      aria-label="List of requests"
      aria-expanded={placement !== 'hidden'}
      title={`${placement === 'hidden' ? 'Show' : 'Hide'} the list of requests (${keys})`}
      onClick={list.toggle}
    />
  );
};

/**
 * Shows the list over the main area, in a window that is too narrow to show it beside that. Escape and a click outside
 * close it.
 */
export const ListOver = ({ children }: { readonly children: ReactNode }) => {
  const { leave } = useWorkspace().list;
  const over = useRef<HTMLDivElement>(null);
  // This runs before the list is removed, while its content still has the focus.
  useLayoutEffect(() => {
    const element = over.current;
    element?.querySelector<HTMLElement>('[role=tree]')?.focus();
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById(buttonId)?.focus();
    };
  }, []);
  return (
    <>
      <div className="list-shade" aria-hidden="true" onClick={leave} />
      <div
        ref={over}
        className="list-over"
        onKeyDown={({ key, defaultPrevented }) => {
          if (key === 'Escape' && !defaultPrevented) leave();
        }}
      >
        {children}
      </div>
    </>
  );
};
