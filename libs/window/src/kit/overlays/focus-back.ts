import { useState } from 'react';

/** Elements that float over the page and have the focus only temporarily. */
const floatingSelector = '.k-menu, .k-dialog, .k-popover, dialog';

let last: HTMLElement | undefined;

/** Remembers the focused element of the page, so that a dialog can return the focus. */
export const rememberFocus = (target: EventTarget | null): void => {
  if (target instanceof HTMLElement && target.closest(floatingSelector) === null) last = target;
};

/**
 * Returns the focus when a dialog closes. Its opener may be gone, such as a menu entry: the focus goes to what
 * had it before the menu.
 */
export const useFocusBack = (own?: (event: Event) => void): ((event: Event) => void) => {
  const [opener] = useState(() => document.activeElement);
  const [before] = useState(() => last);
  return (event) => {
    own?.(event);
    const isOpenerThere = opener?.isConnected === true && opener !== document.body;
    if (event.defaultPrevented || isOpenerThere || before?.isConnected !== true) return;
    event.preventDefault();
    before.focus();
  };
};
