import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button, type ButtonProps } from './button.js';
import { IconButton } from './icon-button.js';
import { Menu } from './overlays/menu.js';

export interface SplitButtonProps extends Omit<ButtonProps, 'isSmall'> {
  /** The name of the button that opens the menu, such as `More ways to send`. */
  readonly menuLabel: string;
  /** Entries of a Menu. */
  readonly menu: ReactNode;
}

/** A button with a menu of related actions at its end. */
export const SplitButton = ({ menuLabel, menu, variant = 'default', ...rest }: SplitButtonProps) => (
  <span className="k-split" data-variant={variant}>
    <Button variant={variant} {...rest} />
    <Menu align="end" trigger={<IconButton icon={ChevronDown} label={menuLabel} />}>
      {menu}
    </Menu>
  </span>
);
