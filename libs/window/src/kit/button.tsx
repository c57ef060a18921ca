import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

import { classes } from './classes.js';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` is the one main action of a view; `quiet` has no box; `danger` removes something. */
  readonly variant?: 'default' | 'primary' | 'quiet' | 'danger';
  readonly isSmall?: boolean;
  readonly icon?: LucideIcon;
}

/** A button with a word on it. It submits a form only when `type="submit"` is given. */
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
    className={classes('k-button', isSmall && 'small', className)}
    data-variant={variant}
    {...rest}
  >
    {Icon && <Icon className="k-icon" aria-hidden="true" />}
    {children}
  </button>
);
