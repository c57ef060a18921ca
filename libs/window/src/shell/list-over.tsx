import { type ReactNode, useLayoutEffect, useRef, useEffect, useState } from 'react';
import { usePanelRef } from 'react-resizable-panels';

import { usePreferences } from '../settings/preferences.js';
import { useIsSlim } from '../kit/index.js';

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

/** Where the list of requests is: beside the rest, over it, or nowhere. */
export interface ListControl {
  readonly place: 'beside' | 'over' | 'hidden';
  readonly toggle: () => void;
  /** Shows the list if it is not shown. */
  readonly open: () => void;
  /** Takes away a list that is over the rest. */
  readonly leave: () => void;
}

/** The list of requests; that a person hid it is kept from start to start, that it is open over the rest is not. */
export const useList = (isNothingShown: boolean): ListControl => {
  const { preferences, prefer } = usePreferences();
  const isSlim = useIsSlim();
  const [isOver, setIsOver] = useState(isNothingShown);
  const isHidden = preferences.isListHidden ?? false;
  useEffect(() => {
    if (!isSlim) setIsOver(false);
  }, [isSlim]);
  const over = isOver ? 'over' : 'hidden';
  return {
    place: isSlim ? over : isHidden ? 'hidden' : 'beside',
    toggle: () => {
      if (isSlim) setIsOver(!isOver);
      else prefer({ isListHidden: !isHidden });
    },
    open: () => {
      if (isSlim) setIsOver(true);
      else if (isHidden) prefer({ isListHidden: false });
    },
    leave: () => {
      setIsOver(false);
    },
  };
};

const buttonId = 'list-button';

/** Shows or hides the list of requests. */
export const ListButton = ({ control: { place, toggle } }: { readonly control: ListControl }) => (
  <button
    id={buttonId}
    type="button"
    className="icon place list-button"
    data-place="left"
    aria-label="List of requests"
    aria-expanded={place !== 'hidden'}
    title={`${place === 'hidden' ? 'Show' : 'Hide'} the list of requests (Ctrl+B)`}
    onClick={toggle}
  />
);

/** The list over the rest of a window that has no room beside it; Escape and a click elsewhere take it away. */
export const ListOver = ({
  children,
  onLeave,
}: {
  readonly children: ReactNode;
  readonly onLeave: () => void;
}) => {
  const over = useRef<HTMLDivElement>(null);
  // Before the list is taken out of the page, or nothing in it would have the focus any more.
  useLayoutEffect(() => {
    const element = over.current;
    element?.querySelector<HTMLElement>('[role=tree]')?.focus();
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById(buttonId)?.focus();
    };
  }, []);
  return (
    <>
      <div className="list-shade" aria-hidden="true" onClick={onLeave} />
      <div
        ref={over}
        className="list-over"
        onKeyDown={({ key, defaultPrevented }) => {
          if (key === 'Escape' && !defaultPrevented) onLeave();
        }}
      >
        {children}
      </div>
    </>
  );
};
