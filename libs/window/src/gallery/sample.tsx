import type { ReactNode } from 'react';

/** A group of samples under a heading. */
export const Group = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="gallery-group" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** A row: its title and the samples. */
export const Sample = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="gallery-sample">
    <span className="quiet">{name}</span>
    <div>{children}</div>
  </div>
);

/** For controls whose handlers do nothing here. */
export const doNothing = (): void => undefined;
