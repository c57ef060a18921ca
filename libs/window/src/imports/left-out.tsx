import { groupLeftOut } from '@tandem/core';

interface Props {
  readonly title?: string;
  /** The first items that were left out. */
  readonly leftOut: readonly { readonly place: string; readonly what: string }[];
  /** How many items were left out in total. */
  readonly count: number;
}

/** Lists what an import or export could not include, with the location of each item. */
export const LeftOut = ({ title = 'Left out', leftOut, count }: Props) => (
  <section className="stack">
    <h3>{title}</h3>
    <ul className="import-list" tabIndex={0} aria-label={title}>
      {groupLeftOut(leftOut).map(({ place, what }, at) => (
        <li key={at}>
          <span className="import-name">
            <strong>{place}</strong>: {what}
          </span>
        </li>
      ))}
      {count > leftOut.length && <li className="quiet">and {count - leftOut.length} more</li>}
    </ul>
  </section>
);
