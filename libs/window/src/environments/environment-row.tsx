import { minRedactedLength, variableTypes } from '@tandem/core';
import { Eye, Lock, LockOpen } from 'lucide-react';
import { memo, useState } from 'react';

import { IconButton, Select, TableRow } from '../kit/index.js';
import { type EnvironmentRow, findTypeProblem } from './environment-rows.js';
import { type NameUses, UsedBy } from './used-by.js';

interface Props {
  readonly index: number;
  readonly row: EnvironmentRow;
  /** The row's name for screen readers. */
  readonly where: string;
  readonly isNew: boolean;
  readonly note: string | undefined;
  /** Whether the row is a secret that is too short to be redacted. */
  readonly isShort: boolean;
  readonly uses: NameUses | undefined;
  readonly onChange: (change: Partial<EnvironmentRow>) => void;
}

interface RowProps extends Omit<Props, 'onChange'> {
  readonly onChange: (index: number, change: Partial<EnvironmentRow>) => void;
  readonly onRemove: (index: number) => void;
}

/** The value of a secret, shown as dots. A new value is visible while the button beside it is held down. */
const SecretValue = ({ row, where, onChange }: Pick<Props, 'row' | 'where' | 'onChange'>) => {
  const [isHeld, setIsHeld] = useState(false);
  const release = (): void => setIsHeld(false);
  return (
    <span className="secret-value">
      <input
        type={isHeld ? 'text' : 'password'}
        autoComplete="new-password"
        aria-label={`${where} value`}
        placeholder={row.hasValue ? '•••••• (set)' : 'No value yet'}
        value={row.value}
        onChange={({ target }) => onChange({ value: target.value })}
      />
      {row.value !== '' && (
        <IconButton
          icon={Eye}
          label="Hold to show"
          look="small"
          onPointerDown={() => setIsHeld(true)}
          onPointerUp={release}
          onPointerLeave={release}
          onBlur={release}
          onKeyDown={({ key }) => {
            if (key === ' ' || key === 'Enter') setIsHeld(true);
          }}
          onKeyUp={release}
        />
      )}
    </span>
  );
};

/** The type that scripts get for the variable; shown once the row has a name. Secrets are always text. */
const TypeSelect = ({ row, where, onChange }: Pick<Props, 'row' | 'where' | 'onChange'>) =>
  row.name === '' || row.secret ? null : (
    <Select
      label={`${where} type`}
      look="quiet"
      value={row.type ?? 'text'}
      options={(['text', ...variableTypes] as const).map((one) => ({ value: one, title: one }))}
      onChange={(next) => onChange({ type: variableTypes.find((one) => one === next) })}
    />
  );

const ValueInput = ({
  row,
  where,
  note,
  isShort,
  onChange,
}: Pick<Props, 'row' | 'where' | 'note' | 'isShort' | 'onChange'>) => {
  const problem = findTypeProblem(row);
  return row.secret ? (
    <>
      <SecretValue row={row} where={where} onChange={onChange} />
      {isShort && (
        <small className="note">Fewer than {minRedactedLength} characters: too short to be hidden</small>
      )}
    </>
  ) : (
    <>
      <input
        aria-label={`${where} value`}
        placeholder="Value"
        spellCheck={false}
        value={row.value}
        onChange={({ target }) => onChange({ value: target.value })}
      />
      {problem !== undefined && <small className="note bad">{problem}</small>}
      {note !== undefined && <small className="note">{note}</small>}
    </>
  );
};

/**
 * Turns a variable into a secret. A stored secret cannot become a variable again, because the server never returns
 * its value.
 */
const LockButton = ({ row, where, onChange }: Pick<Props, 'row' | 'where' | 'onChange'>) => {
  const stays = row.secret && row.hasValue && row.value === '';
  const locked = stays
    ? 'The value of a secret is never shown. Type a new value to make it a variable'
    : 'Make it a variable';
  return (
    <IconButton
      icon={row.secret ? Lock : LockOpen}
      look="small"
      label={`${where} is secret`}
      tooltip={row.secret ? locked : 'Make it a secret'}
      aria-pressed={row.secret}
      aria-disabled={stays}
      onClick={() => {
        if (!stays) onChange({ secret: !row.secret });
      }}
    />
  );
};

/**
 * One row of the table: a switch, the name, the value, its type, a lock and the usages. Memoized, so that typing renders only the edited
 * row again.
 */
export const Row = memo(({ index, row, where, isNew, note, isShort, uses, ...actions }: RowProps) => {
  const onChange = (change: Partial<EnvironmentRow>): void => actions.onChange(index, change);
  return (
    <TableRow
      index={index}
      where={where}
      isOn={row.enabled}
      isNew={isNew}
      onToggle={(enabled) => onChange({ enabled })}
      onRemove={() => actions.onRemove(index)}
    >
      <td>
        <input
          aria-label={`${where} name`}
          placeholder={isNew ? 'New variable' : 'Name'}
          spellCheck={false}
          value={row.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </td>
      <td>
        <ValueInput row={row} where={where} note={note} isShort={isShort} onChange={onChange} />
      </td>
      <td className="type">
        <TypeSelect row={row} where={where} onChange={onChange} />
      </td>
      <td className="secret">
        <LockButton row={row} where={where} onChange={onChange} />
      </td>
      <td className="used">{!isNew && <UsedBy uses={uses} where={where} />}</td>
    </TableRow>
  );
});
Row.displayName = 'Row';
