import { type LucideIcon, ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

import { joinClasses } from './classes.js';
import { IconButton } from './icon-button.js';
import { Menu } from './overlays/menu.js';

export interface SplitButtonProps extends Omit<ButtonProps, 'isSmall'> {
  /** The name of the menu button, such as `More ways to send`. */
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

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` is the one main action of a view; `quiet` has no box; `danger` removes something. */
  readonly variant?: 'default' | 'primary' | 'quiet' | 'danger';
  readonly isSmall?: boolean;
  readonly icon?: LucideIcon;
}

/** A button with a label. It submits a form only with `type="submit"`. */
export const Button = ({
  variant = 'default',
  isSmall = false,
  icon: Icon,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) => (
  <button
    type={type}
    className={joinClasses('k-button', isSmall && 'small', className)}
    data-variant={variant}
    {...rest}
  >
    {Icon && <Icon className="k-icon" aria-hidden="true" />}
    {children}
  </button>
);
