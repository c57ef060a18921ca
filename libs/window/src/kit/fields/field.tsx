import { type ComponentProps, type ReactNode, useId } from 'react';

import { joinClasses } from '../classes.js';

interface Around {
  readonly label: string;
  /** A sentence below the control. */
  readonly hint?: ReactNode;
  /** Why the value is invalid; replaces the hint. */
  readonly error?: string | undefined;
  /** `beside` puts the label before the control instead of above it. */
  readonly place?: 'above' | 'beside';
}

const Box = ({
  label,
  hint,
  error,
  place = 'above',
  id,
  noteId,
  children,
}: Around & { readonly id: string; readonly noteId: string; readonly children: ReactNode }) => (
  <div className="k-field" data-place={place}>
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

export interface FieldProps extends Around, Omit<ComponentProps<'input'>, 'id'> {}

/** A text input with its label, and a hint or an error below it. */
export const Field = ({ label, hint, error, place, className, ...rest }: FieldProps) => {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <Box label={label} hint={hint} error={error} id={id} noteId={noteId} {...(place ? { place } : {})}>
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
