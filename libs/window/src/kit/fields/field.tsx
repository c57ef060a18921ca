import { type ComponentProps, type ReactNode, useId } from 'react';

import { joinClasses } from '../classes.js';
import { Select } from './select.js';
import { type SuggestInputProps, VariableInput } from './suggest-input.js';
import { variableTokens } from '../../variable-token.js';

interface FieldLayout {
  readonly label: string;
  /** A sentence below the control. */
  readonly hint?: ReactNode;
  /** Why the value is invalid; replaces the hint. */
  readonly error?: string | undefined;
  /** `beside` puts the label before the control instead of above it. */
  readonly labelPosition?: 'above' | 'beside';
}

const Box = ({
  label,
  hint,
  error,
  labelPosition = 'above',
  id,
  noteId,
  children,
}: FieldLayout & { readonly id: string; readonly noteId: string; readonly children: ReactNode }) => (
  <div className="k-field" data-place={labelPosition}>
    <label htmlFor={id}>{label}</label>
    <div>
      {children}
      {(error ?? hint) !== undefined && (
        <p id={noteId} className={joinClasses('k-field-note', error !== undefined && 'bad')}>
          {error ?? hint}
        </p>
      )}
    </div>
  </div>
);

export interface FieldProps extends FieldLayout, Omit<ComponentProps<'input'>, 'id'> {}

/** A text input with its label, and a hint or an error below it. */
export const Field = ({ label, hint, error, labelPosition, className, ...rest }: FieldProps) => {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <Box
      label={label}
      hint={hint}
      error={error}
      id={id}
      noteId={noteId}
      {...(labelPosition ? { labelPosition } : {})}
    >
      <input
        id={id}
        className={joinClasses('k-input', className)}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== undefined}
        {...((error ?? hint) === undefined ? {} : { 'aria-describedby': noteId })}
        {...rest}
      />
    </Box>
  );
};

/** A control with its label beside it. */
export const LabelledControl = ({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}) => (
  <label className="labelled">
    <span>{name}</span>
    {children}
  </label>
);

/** A text input with its label beside it. */
export const TextLine = ({
  name,
  value,
  onChange,
  isSecret = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isSecret?: boolean;
}) => (
  <LabelledControl name={name}>
    <input
      type={isSecret ? 'password' : 'text'}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={({ target }) => {
        onChange(target.value);
      }}
    />
  </LabelledControl>
);

/** Whether a value consists only of `{{variables}}`, complete or not. Showing such a value reveals no secret. */
export const isOnlyVariables = (value: string): boolean =>
  value.includes('{{') &&
  value
    .replace(variableTokens, '')
    .replace(/\{\{[^{}]*$/, '')
    .trim() === '';

/** A text input with `{{variables}}`. A secret is shown as dots unless it consists of variables. */
export const VariableLine = ({
  name,
  value,
  onChange,
  isSecret = false,
  suggest,
}: ComponentProps<typeof TextLine> & Pick<SuggestInputProps, 'suggest'>) => (
  <div className="labelled">
    <span>{name}</span>
    <VariableInput
      label={name}
      value={value}
      isSecret={isSecret && !isOnlyVariables(value)}
      suggest={suggest}
      onChange={onChange}
    />
  </div>
);

/** A choice between a few words. */
export const Choice = <W extends string>({
  name,
  value,
  words,
  onChange,
}: {
  readonly name: string;
  readonly value: W;
  readonly words: Readonly<Record<W, string>>;
  readonly onChange: (value: W) => void;
}) => (
  <div className="labelled">
    <span>{name}</span>
    <Select
      label={name}
      value={value}
      options={Object.entries<string>(words).map(([word, title]) => ({ value: word as W, title }))}
      onChange={onChange}
    />
  </div>
);
