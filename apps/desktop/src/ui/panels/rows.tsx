import type { Row } from '../model/request-parts.js';

/** Names and values in two columns; what is switched off is struck through. */
export const Rows = ({ rows }: { readonly rows: readonly Row[] }) => (
  <dl className="rows">
    {rows.map(({ name, value, enabled }, index) => (
      <div key={index} data-enabled={enabled}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
