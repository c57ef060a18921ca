import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** Shown while a list is empty: says what belongs in it, and how to add it. */
export const EmptyState = ({
  icon: Icon,
  title,
  children,
  actions,
}: {
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) => (
  <div className="k-empty">
    {Icon && <Icon className="k-icon" aria-hidden="true" />}
    <p className="k-empty-title">{title}</p>
    {children !== undefined && <div className="k-empty-words">{children}</div>}
    {actions !== undefined && <div className="k-actions">{actions}</div>}
  </div>
);
