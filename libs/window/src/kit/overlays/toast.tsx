import { X } from 'lucide-react';
import type { ReactNode } from 'react';

import { IconButton } from '../button.js';
import type { Tone } from '../badge.js';

/** A message about an event, with its actions. Shown in a ToastList. */
export const Toast = ({
  tone = 'accent',
  children,
  actions,
  onClose,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly onClose?: () => void;
}) => (
  <div className="k-toast" data-tone={tone}>
    <div className="k-toast-words">{children}</div>
    {actions !== undefined && <div className="k-toast-actions">{actions}</div>}
    {onClose && <IconButton icon={X} look="small" label="Dismiss" onClick={onClose} />}
  </div>
);

/** Messages at the bottom left above the status bar; a screen reader announces each new one. */
export const ToastList = ({
  label = 'Notifications',
  children,
}: {
  readonly label?: string;
  readonly children: ReactNode;
}) => (
  <section className="k-toasts" aria-label={label} aria-live="polite">
    {children}
  </section>
);
