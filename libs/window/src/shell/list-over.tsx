import { type ReactNode, useLayoutEffect, useRef } from 'react';

import type { ListControl } from './use-list.js';

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
