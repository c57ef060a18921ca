import { type LucideIcon, ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

import { joinClasses } from './classes.js';
import { Menu } from './overlays/menu.js';
import { Tooltip, type TooltipProps } from './overlays/tooltip.js';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  readonly icon: LucideIcon;
  /** The accessible name, which is also the tooltip unless `tooltip` is provided. */
  readonly label: string;
  readonly tooltip?: string;
  readonly keys?: string;
  readonly side?: TooltipProps['side'];
  /** `boxed` has a border like a button; `small` fits into a row of 28 px. */
  readonly look?: 'plain' | 'boxed' | 'small';
  readonly isDanger?: boolean;
  /** Omits the tooltip. With a button in each of many rows, tooltips would be too expensive. */
  readonly isBare?: boolean;
}

/** A button that shows only an icon. Its tooltip and its name for screen readers say what it does. */
export const IconButton = ({
  icon: Icon,
  label,
  tooltip = label,
  keys,
  side = 'bottom',
  look = 'plain',
  isDanger = false,
  isBare = false,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) => {
  const button = (
    <button
      type={type}
      aria-label={label}
      className={joinClasses('k-icon-button', className)}
      data-look={look}
      data-danger={isDanger || undefined}
      {...rest}
    >
      <Icon className="k-icon" aria-hidden="true" />
    </button>
  );
  return isBare ? (
    button
  ) : (
    <Tooltip content={tooltip} keys={keys} side={side}>
      {button}
    </Tooltip>
  );
};

export interface SplitButtonProps extends Omit<ButtonProps, 'isSmall'> {
  /** The name of the menu button, such as `More ways to send`. */
  readonly menuLabel: string;
  /** The menu's entries. */
  readonly menu: ReactNode;
}

/** A button with a menu of related actions at its right end. If it is disabled, so is the menu. */
export const SplitButton = ({ menuLabel, menu, variant = 'default', ...rest }: SplitButtonProps) => (
  <span className="k-split" data-variant={variant}>
    <Button variant={variant} {...rest} />
    <Menu align="end" trigger={<IconButton icon={ChevronDown} label={menuLabel} disabled={rest.disabled} />}>
      {menu}
    </Menu>
  </span>
);

export interface ButtonProps extends ComponentProps<'button'> {
  /**
   * `primary` marks the only main action of a view; `quiet` has no box; `danger` is for an action that
   * removes something.
   */
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
