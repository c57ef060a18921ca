import { useState } from 'react';

/** What floats over the page and has the focus only for a while. */
const floatingSelector = '.k-menu, .k-dialog, .k-popover, dialog';

let last: HTMLElement | undefined;

/** Remembers what in the page has the focus, so that a dialog can give it back. */
export const rememberFocus = (target: EventTarget | null): void => {
  if (target instanceof HTMLElement && target.closest(floatingSelector) === null) last = target;
};

/**
 * Gives the focus back when a dialog closes. Its opener may be gone by then, such as the entry of a menu: the focus goes to what
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
