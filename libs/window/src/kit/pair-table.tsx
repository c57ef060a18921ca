import type { Pair } from '@tandem/core';

interface Props {
  /** What the table is of, for a screen reader. */
  readonly label: string;
  readonly rows: readonly Pair[];
  readonly onChange: (rows: readonly Pair[]) => void;
  /** Whether names are given, so that only values and switches are edited. */
  readonly areNamesFixed?: boolean;
  /** Whether rows can be switched off; default true. */
  readonly hasSwitch?: boolean;
  /** What is said beside a value, if there is something. */
  readonly noteOf?: (name: string) => string | undefined;
}

const blank: Pair = { name: '', value: '', enabled: true };

const isBlank = ({ name, value }: Pair): boolean => name === '' && value === '';

interface RowProps extends Props {
  readonly row: Pair;
  readonly index: number;
}

const Text = ({
  what,
  word,
  value,
  isFixed = false,
  note,
  onChange,
}: {
  readonly what: string;
  readonly word: string;
  readonly value: string;
  readonly isFixed?: boolean;
  readonly note?: string | undefined;
  readonly onChange: (value: string) => void;
}) => (
  <td>
    <input
      aria-label={`${what} ${word.toLowerCase()}`}
      placeholder={word}
      value={value}
      readOnly={isFixed}
      spellCheck={false}
      onChange={({ target }) => {
        onChange(target.value);
      }}
    />
    {note !== undefined && <small className="note">{note}</small>}
  </td>
);

const RowOf = ({ label, rows, onChange, row, index, areNamesFixed, hasSwitch = true, noteOf }: RowProps) => {
  const isNew = index >= rows.length;
  const where = `${label} ${index + 1}`;
  const set = (change: Partial<Pair>): void => {
    const next = { ...row, ...change };
    onChange(isNew ? [...rows, next] : rows.map((one, at) => (at === index ? next : one)));
  };
  return (
    <tr data-enabled={row.enabled}>
      {hasSwitch && (
        <td className="narrow">
          {!isNew && (
            <input
              type="checkbox"
              aria-label={`${where} is on`}
              checked={row.enabled}
              onChange={({ target }) => {
                set({ enabled: target.checked });
              }}
            />
          )}
        </td>
      )}
      <Text
        what={where}
        word="Name"
        value={row.name}
        isFixed={areNamesFixed === true}
        onChange={(name) => set({ name })}
      />
      <Text
        what={where}
        word="Value"
        value={row.value}
        note={isNew ? undefined : noteOf?.(row.name)}
        onChange={(value) => set({ value })}
      />
      <td className="narrow">
        {!isNew && !areNamesFixed && (
          <button
            type="button"
            className="icon"
            aria-label={`Remove ${where}`}
            onClick={() => {
              onChange(rows.filter((_, at) => at !== index));
            }}
          >
            ×
          </button>
        )}
      </td>
    </tr>
  );
};

/** Names and values to edit; the last line is always empty and becomes a row when something is typed. */
export const PairTable = (props: Props) => {
  const { label, rows, areNamesFixed = false, hasSwitch = true } = props;
  const last = rows.at(-1);
  const shown = areNamesFixed || (last && isBlank(last)) ? rows : [...rows, blank];
  return (
    <table className="pairs" aria-label={label}>
      <thead className="spoken">
        <tr>
          {hasSwitch && <th scope="col">On</th>}
          <th scope="col">Name</th>
          <th scope="col">Value</th>
          <th scope="col">Remove</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((row, index) => (
          <RowOf key={index} {...props} row={row} index={index} />
        ))}
      </tbody>
    </table>
  );
};
