/** One line: a name, a value, and whether it counts. */
interface Row {
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
}

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
