import * as Radix from '@radix-ui/react-toggle-group';
import type { LucideIcon } from 'lucide-react';

import { joinClasses } from '../classes.js';

export interface SegmentedProps<V extends string> {
  /** The accessible name. */
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly title: string; readonly icon?: LucideIcon }[];
  readonly onChange: (value: V) => void;
  readonly className?: string;
}

/** A choice between two to five visible options; the chosen one is raised. */
export const SegmentedControl = <V extends string>({
  label,
  value,
  options,
  onChange,
  className,
}: SegmentedProps<V>) => (
  <Radix.Root
    type="single"
    aria-label={label}
    className={joinClasses('k-segmented', className)}
    value={value}
    onValueChange={(next) => {
      // Ignore a click on the chosen option, which would clear the choice.
      if (next !== '') onChange(next as V);
    }}
  >
    {options.map(({ value: own, title, icon: Icon }) => (
      <Radix.Item key={own} value={own}>
        {Icon && <Icon className="k-icon" aria-hidden="true" />}
        {title}
      </Radix.Item>
    ))}
  </Radix.Root>
);
