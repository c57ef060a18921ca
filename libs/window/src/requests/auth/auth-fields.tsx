import type { Auth, OAuth2Config, OAuth2Parameter } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { type ReactNode, useId } from 'react';

import { Choice, LabelledControl, PairTable, VariableLine } from '../../kit/index.js';
import { usePanelState } from '../../shell/panel-state.js';
import { type AuthField, listAuthFields } from './auth-kinds.js';
import { TextContent } from '../body/text-content.js';
import { SecretField } from './secret-field.js';

type Fields = Readonly<Record<string, unknown>>;

interface FieldProps {
  readonly field: AuthField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

const Json = ({ field: { label }, value, onChange }: FieldProps) => (
  <div className="labelled auth-json">
    <span>{label}</span>
    <TextContent label={label} format="json" value={toText(value)} onChange={onChange} />
  </div>
);

const Seconds = ({ field: { label }, value, onChange }: FieldProps) => (
  <LabelledControl name={label}>
    <input
      type="number"
      min={1}
      value={typeof value === 'number' ? value : ''}
      onChange={({ target }) => {
        const seconds = Math.trunc(target.valueAsNumber);
        onChange(seconds >= 1 && seconds <= 31_536_000 ? seconds : undefined);
      }}
    />
  </LabelledControl>
);

const Check = ({ field: { label, fallback }, value, onChange }: FieldProps) => (
  <label className="auth-check">
    <input
      type="checkbox"
      checked={typeof value === 'boolean' ? value : fallback === true}
      onChange={({ target }) => onChange(target.checked)}
    />
    {label}
  </label>
);

/**
 * Names and values; existing ones keep where they are sent. A new one is sent where the request has its parameters.
 */
const Parameters = ({ field: { label, request = 'token' }, value, onChange }: FieldProps) => {
  const { [request]: all = [], ...others } = (value ?? {}) as NonNullable<OAuth2Config['parameters']>;
  const added: Pick<OAuth2Parameter, 'in'> = { in: request === 'token' ? 'body' : 'query' };
  return (
    <div>
      <p className="quiet">{label}</p>
      <PairTable
        label={request === 'token' ? 'Token parameter' : 'Sign-in parameter'}
        rows={all}
        onChange={(rows) => onChange({ ...others, [request]: rows.map((row) => ({ ...added, ...row })) })}
      />
    </div>
  );
};

const Control = (props: FieldProps) => {
  const { field, value, onChange } = props;
  const { label, as, words, isSecret = false, what, ifEmpty, fallback } = field;
  if (words !== undefined)
    return <Choice name={label} value={toText(value ?? fallback)} words={words} onChange={onChange} />;
  if (isSecret)
    return (
      <SecretField
        name={label}
        what={what}
        ifEmpty={ifEmpty}
        isLong={as === 'lines'}
        value={toText(value)}
        onChange={onChange}
      />
    );
  switch (as) {
    case 'lines':
      return <Json {...props} />;
    case 'number':
      return <Seconds {...props} />;
    case 'check':
      return <Check {...props} />;
    case 'parameters':
      return <Parameters {...props} />;
    default:
      return <VariableLine name={label} value={toText(value ?? fallback)} onChange={onChange} />;
  }
};

/** The auth with an edited field; an empty optional field is removed. */
const setAuthField = (auth: Auth, { key, isOptional = false, fallback }: AuthField, value: unknown): Auth => {
  const { [key]: _before, ...rest } = auth as Fields;
  const isLeftOut = value === undefined || (isOptional && value === '' && fallback === undefined);
  return (isLeftOut ? rest : { ...rest, [key]: value }) as Auth;
};

/** The form of an auth. Rarely used fields are below an expandable heading. */
export const AuthFields = ({
  id,
  auth,
  onChange,
  children,
}: {
  readonly id: string;
  readonly auth: Auth;
  readonly onChange: (auth: Auth) => void;
  /** Shown between the usual and the other fields. */
  readonly children?: ReactNode;
}) => {
  const fields = listAuthFields(auth);
  const more = useId();
  const [isOpen, open] = usePanelState(`${id} more auth`, () => false);
  const control = (field: AuthField) => (
    <Control
      key={`${field.key} ${field.label}`}
      field={field}
      value={getOwnValue(auth as Fields, field.key)}
      onChange={(value) => onChange(setAuthField(auth, field, value))}
    />
  );
  const rare = fields.filter(({ isRare }) => isRare);
  return (
    <>
      {fields.filter(({ isRare }) => !isRare).map(control)}
      {children}
      {rare.length > 0 && (
        <button
          type="button"
          className="link auth-more"
          aria-expanded={isOpen}
          aria-controls={more}
          onClick={() => open(!isOpen)}
        >
          {isOpen ? 'Fewer settings' : 'More settings'}
        </button>
      )}
      {isOpen && rare.length > 0 && (
        <div id={more} className="stack">
          {rare.map(control)}
        </div>
      )}
    </>
  );
};
