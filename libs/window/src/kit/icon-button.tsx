import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

import { joinClasses } from './classes.js';
import { Tooltip, type TooltipProps } from './overlays/tooltip.js';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  readonly icon: LucideIcon;
  /** Its accessible name, also its tooltip unless `tooltip` is provided. */
  readonly label: string;
  readonly tooltip?: string;
  readonly keys?: string;
  readonly side?: TooltipProps['side'];
  /** `boxed` has a border like a button; `small` fits into a row of 28 px. */
  readonly look?: 'plain' | 'boxed' | 'small';
  readonly isDanger?: boolean;
  /** Has no tooltip, which is expensive on a button in each of many rows. */
  readonly isBare?: boolean;
}

/** A button that shows only an icon, named by a tooltip and for screen readers. */
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
