import { type ReactNode, useLayoutEffect, useRef, useEffect, useState } from 'react';
import { usePanelRef } from 'react-resizable-panels';

import { usePreferences } from '../settings/preferences.js';
import { useIsSlim } from '../kit/index.js';

/** The initial width of the list, in pixels. */
const listWidth = 264;

/** The width of the list, kept across starts and window resizes. */
export const useListWidth = () => {
  const { preferences, prefer } = usePreferences();
  const panelRef = usePanelRef();
  const windowWidth = useRef(window.innerWidth);
  const kept = preferences.layouts?.list?.width ?? listWidth;
  return {
    panel: { panelRef, defaultSize: `${kept}px`, groupResizeBehavior: 'preserve-pixel-size' } as const,
    onLayoutChanged: (): void => {
      // In a narrow window the list may be narrower than the person set it.
      if (windowWidth.current !== window.innerWidth) {
        windowWidth.current = window.innerWidth;
        return;
      }
      const width = Math.round(panelRef.current?.getSize().inPixels ?? kept);
      if (width !== kept) prefer({ layouts: { ...preferences.layouts, list: { width } } });
    },
  };
};

/** Where the list of requests is: beside the main area, over it, or hidden. */
export interface ListControl {
  readonly place: 'beside' | 'over' | 'hidden';
  readonly toggle: () => void;
  /** Shows the list if it is hidden. */
  readonly open: () => void;
  /** Closes a list that is over the main area. */
  readonly leave: () => void;
}

/** The list of requests; whether it is hidden is kept across starts, whether it is open over the main area is not. */
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

/** The list over the main area, in a window without room beside it; Escape and a click outside close it. */
export const ListOver = ({
  children,
  onLeave,
}: {
  readonly children: ReactNode;
  readonly onLeave: () => void;
}) => {
  const over = useRef<HTMLDivElement>(null);
  // Before the list leaves the page, when its content still has the focus.
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
