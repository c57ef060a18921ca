import * as Radix from '@radix-ui/react-tooltip';
import { type FocusEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { Kbd } from '../badge.js';

/** Whether the last input came from a pointer. If the focus moves then, the page has moved it, not a person with the keyboard. */
let isPointerUsed = false;

const followInput = (): (() => void) => {
  const notePointer = (): void => {
    isPointerUsed = true;
  };
  const noteKeyboard = (): void => {
    isPointerUsed = false;
  };
  document.addEventListener('pointerdown', notePointer, { capture: true });
  document.addEventListener('keydown', noteKeyboard, { capture: true });
  return () => {
    document.removeEventListener('pointerdown', notePointer, { capture: true });
    document.removeEventListener('keydown', noteKeyboard, { capture: true });
  };
};

/**
 * Provides the state that all tooltips share: once one tooltip has opened, the next opens without delay. The provider wraps the whole page.
 */
export const TooltipProvider = ({ children }: { readonly children: ReactNode }) => {
  useEffect(followInput, []);
  return (
    <Radix.Provider delayDuration={500} skipDelayDuration={200} disableHoverableContent>
      {children}
    </Radix.Provider>
  );
};

export interface TooltipProps {
  readonly content: ReactNode;
  /** The equivalent keys, such as `Ctrl+K`. */
  readonly keys?: string | undefined;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** The element that the tooltip explains. It must accept a ref and the props of an element. */
  readonly children: ReactElement;
}

/** Closes a tooltip as soon as Escape is pressed. Radix would handle the key, which is meant for the control below. */
const useCloseOnEscape = (isOpen: boolean, close: () => void): void => {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return undefined;
    const hear = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') flushSync(() => latest.current());
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => {
      window.removeEventListener('keydown', hear, { capture: true });
    };
  }, [isOpen]);
};

/** Keeps a tooltip closed when a menu that was used by pointer returns the focus, or the page restores a focus that was lost. */
const ignoreReturned = (event: FocusEvent): void => {
  if (isPointerUsed || !event.currentTarget.matches(':focus-visible')) event.preventDefault();
};

/** A short explanation that appears when a control is hovered or focused. It never contains controls. */
export const Tooltip = ({ content, keys, side = 'bottom', children }: TooltipProps) => {
  const [isOpen, setIsOpen] = useState(false);
  useCloseOnEscape(isOpen, () => setIsOpen(false));
  return (
    <Radix.Root open={isOpen} onOpenChange={setIsOpen}>
      <Radix.Trigger asChild onFocus={ignoreReturned}>
        {children}
      </Radix.Trigger>
      {/* Render the parts only while the tooltip is open. Radix also renders them for closed tooltips, of which a page has dozens. */}
      {isOpen && (
        <Radix.Portal>
          <Radix.Content className="k-tooltip" side={side} sideOffset={4} collisionPadding={8}>
            {content}
            {keys !== undefined && <Kbd keys={keys} />}
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  );
};
