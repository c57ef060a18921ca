import type { ReactNode } from 'react';

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'accent';

/** A word or number in a small box, coloured by what it means. */
export const Badge = ({
  tone = 'plain',
  title,
  children,
}: {
  readonly tone?: Tone;
  readonly title?: string;
  readonly children: ReactNode;
}) => (
  <span className="k-badge" data-tone={tone} title={title}>
    {children}
  </span>
);
