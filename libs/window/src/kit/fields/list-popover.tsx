import * as Radix from '@radix-ui/react-popover';
import type { ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** Called for a click or a focus elsewhere; prevent the default to stay open. */
  readonly onInteractOutside?: (event: Event) => void;
}

const keepFocus = (event: Event): void => {
  event.preventDefault();
};

/** Where a Select or a Combobox shows its options. It never takes the focus from the control. */
export const ListPopover = ({ children, onInteractOutside }: Props) => (
  <Radix.Portal>
    <Radix.Content
      role="presentation"
      className="k-menu k-list"
      align="start"
      sideOffset={4}
      collisionPadding={8}
      onOpenAutoFocus={keepFocus}
      onCloseAutoFocus={keepFocus}
      {...(onInteractOutside ? { onInteractOutside } : {})}
    >
      {children}
    </Radix.Content>
  </Radix.Portal>
);
