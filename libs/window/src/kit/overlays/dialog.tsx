import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { joinClasses } from '../classes.js';
import { IconButton } from '../button.js';

/** Elements that float over the page and have the focus only temporarily. */
const floatingSelector = '.k-menu, .k-dialog, .k-popover, dialog';

let last: HTMLElement | undefined;

/** Remembers the focused element of the page, so that a dialog can return the focus. */
export const rememberFocus = (target: EventTarget | null): void => {
  if (target instanceof HTMLElement && target.closest(floatingSelector) === null) last = target;
};

/**
 * Returns the focus when a dialog closes: to the element that opened it or, if that no longer exists, as in a menu, to the element
 * that had the focus before the menu. Radix itself only focuses a trigger, which these dialogs do not have.
 */
export const useFocusBack = (own?: (event: Event) => void): ((event: Event) => void) => {
  const [opener] = useState(() => document.activeElement);
  const [before] = useState(() => last);
  return (event) => {
    own?.(event);
    const isOpenerThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    const target = isOpenerThere ? opener : before;
    if (event.defaultPrevented || target?.isConnected !== true) return;
    event.preventDefault();
    target.focus();
  };
};

export interface DialogProps {
  readonly title: string;
  /** A sentence below the title. */
  readonly description?: ReactNode;
  readonly onClose: () => void;
  /** Called when the dialog has closed and returns the focus; prevent the default to focus something else. */
  readonly onCloseAutoFocus?: (event: Event) => void;
  /** Buttons at the bottom right, the main one last. */
  readonly actions?: ReactNode;
  /** Sets the maximum width to 400, 560 or 800 px. */
  readonly size?: 'small' | 'normal' | 'large';
  readonly className?: string;
  readonly children?: ReactNode;
}

/**
 * A modal dialog, open while it is rendered. It has its own backdrop: Radix's locks scrolling with a style element,
 * which the page's content policy refuses.
 */
export const Dialog = ({
  title,
  description,
  onClose,
  onCloseAutoFocus,
  actions,
  size = 'normal',
  className,
  children,
}: DialogProps) => {
  const giveBack = useFocusBack(onCloseAutoFocus);
  return (
    <Radix.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Radix.Portal>
        <div className="k-backdrop" />
        <Radix.Content
          className={joinClasses('k-dialog', className)}
          data-size={size}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onCloseAutoFocus={giveBack}
        >
          <Radix.Title>{title}</Radix.Title>
          {description !== undefined && (
            <Radix.Description className="k-dialog-note">{description}</Radix.Description>
          )}
          {children !== undefined && <div className="k-dialog-body">{children}</div>}
          {actions !== undefined && <footer>{actions}</footer>}
          {/* The button is the last element, so that the dialog opens with the focus on its content. */}
          <Radix.Close asChild>
            <IconButton icon={X} label="Close" keys="Esc" className="k-dialog-close" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};
