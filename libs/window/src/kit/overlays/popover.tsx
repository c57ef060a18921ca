import * as Radix from '@radix-ui/react-popover';
import type { ReactElement, ReactNode } from 'react';

import { joinClasses } from '../classes.js';

export interface PopoverProps {
  /** The control that opens the panel. It must accept a ref and the props of a button. */
  readonly trigger: ReactElement;
  /** The name for screen readers. */
  readonly label: string;
  readonly isOpen?: boolean;
  readonly onOpen?: (isOpen: boolean) => void;
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * Keeps the focus where a person has moved it. Radix returns the focus a moment after closing, when a person may already be
 * typing in another field.
 */
const keepMovedFocus = (event: Event): void => {
  const focused = document.activeElement;
  if (focused !== null && focused !== document.body) event.preventDefault();
};

/** A small panel beside a control, which may contain controls. Escape and a click outside close it. */
export const Popover = ({
  trigger,
  label,
  isOpen,
  onOpen,
  align = 'start',
  side = 'bottom',
  className,
  children,
}: PopoverProps) => (
  <Radix.Root
    {...(isOpen === undefined ? {} : { open: isOpen })}
    {...(onOpen ? { onOpenChange: onOpen } : {})}
  >
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        className={joinClasses('k-popover', className)}
        aria-label={label}
        align={align}
        side={side}
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={keepMovedFocus}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
