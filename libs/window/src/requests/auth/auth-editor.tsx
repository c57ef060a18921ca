import type { Auth, AuthOf, OAuth2Config, OAuth2Parameter } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { type ReactNode, useId } from 'react';

import { Choice, LabelledControl, PairTable, VariableLine } from '../../kit/index.js';
import { toSecretName, describeFieldContent, SecretField } from './secret-field.js';
import { usePanelState } from '../../shell/panel-state.js';
import { authKinds, authTitles, listAuthFields, type AuthField } from './auth-kinds.js';
import { TokenPanel } from '../../tokens/token-panel.js';
import { TextContent } from '../body/text-content.js';
import '../../style/auth.css';

type Fields = Readonly<Record<string, unknown>>;

interface FieldProps {
  readonly field: AuthField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

const JsonField = ({ field: { label }, value, onChange }: FieldProps) => (
  <div className="labelled auth-json">
    <span>{label}</span>
    <TextContent label={label} format="json" value={toText(value)} onChange={onChange} />
  </div>
);

const SecondsField = ({ field: { label }, value, onChange }: FieldProps) => (
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

const CheckField = ({ field: { label, fallback }, value, onChange }: FieldProps) => (
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
 * Edits additional parameters. Existing ones stay in the part of the request in which they are sent now. New ones are sent in the
 * body of the token request, or in the query of the sign-in URL.
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
      return <JsonField {...props} />;
    case 'number':
      return <SecondsField {...props} />;
    case 'check':
      return <CheckField {...props} />;
    case 'parameters':
      return <Parameters {...props} />;
    default:
      return <VariableLine name={label} value={toText(value ?? fallback)} onChange={onChange} />;
  }
};

/** Sets a field of an auth. An empty optional field is removed. */
const setAuthField = (auth: Auth, { key, isOptional = false, fallback }: AuthField, value: unknown): Auth => {
  const { [key]: _before, ...rest } = auth as Fields;
  const isLeftOut = value === undefined || (isOptional && value === '' && fallback === undefined);
  return (isLeftOut ? rest : { ...rest, [key]: value }) as Auth;
};

/** The form for an auth. Rarely used fields are in a section that a person can open. */
export const AuthFields = ({
  id,
  auth,
  onChange,
  children,
}: {
  readonly id: string;
  readonly auth: Auth;
  readonly onChange: (auth: Auth) => void;
  /** Shown between the common fields and the rarely used ones. */
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

/** Lists the available kinds of auth, and the current one if it comes from a file and is unsupported. */
const listAuthTitles = (unsupported: Auth | undefined): Readonly<Record<string, string>> =>
  unsupported?.type === 'unsupported'
    ? { ...authTitles, unsupported: `${unsupported.name} (not supported)` }
    : authTitles;

/** Shows an auth that cannot be edited here. Its values are hidden, because some of them may be secrets. */
const UnsupportedAuth = ({ auth: { name, content } }: { readonly auth: AuthOf<'unsupported'> }) => {
  const fields = typeof content === 'object' && content !== null ? Object.keys(content) : [];
  const names = fields.filter((field) => field !== 'type');
  return (
    <p className="quiet" role="note">
      Tandem does not support the auth “{name}” yet. It is kept as it is in the file
      {names.length > 0 && `, with ${names.join(', ')}`}, and nothing is sent until you choose another type.
    </p>
  );
};

/** Lists the empty fields that should contain a secret. */
const Advice = ({ auth }: { readonly auth: Auth }) => {
  const empty = listAuthFields(auth).filter(
    ({ key, isSecret }) =>
      isSecret === true && (getOwnValue(auth as Readonly<Record<string, unknown>>, key) ?? '') === '',
  );
  const whats = empty.map(({ label, what }) => what ?? describeFieldContent(label));
  const [first] = whats;
  if (first === undefined) return null;
  const all = new Intl.ListFormat('en').format(whats.map((what) => `the ${what}`));
  return (
    <p className="quiet">
      Store {all} {whats.length > 1 ? 'as secrets' : 'as a secret'} of the environment and enter the name
      here, such as {`{{${toSecretName(first)}}}`}.
    </p>
  );
};

interface Props {
  /** The id of the request or folder that has the auth. */
  readonly id: string;
  readonly auth: Auth;
  /** Shown if the auth is inherited. */
  readonly inherited: ReactNode;
  readonly onChange: (auth: Auth) => void;
  /** Stores unsaved edits. */
  readonly save: () => Promise<unknown>;
}

/** Edits the auth of a request, or of the requests in a folder. Switching back to a kind restores the values entered for it. */
export const AuthEditor = ({ id, auth, inherited, onChange, save }: Props) => {
  const [left, setLeft] = usePanelState<Partial<Record<Auth['type'], Auth>>>(`${id} auths`, () => ({}));
  const choose = (type: string): void => {
    setLeft({ ...left, [auth.type]: auth });
    const next = getOwnValue(left, type) ?? getOwnValue<{ readonly start: Auth }>(authKinds, type)?.start;
    if (next !== undefined) onChange(next);
  };
  const words = listAuthTitles(auth.type === 'unsupported' ? auth : left.unsupported);
  return (
    <div className="stack">
      <Choice name="Type" value={auth.type} words={words} onChange={choose} />
      {auth.type === 'inherit' && inherited}
      {auth.type === 'unsupported' && <UnsupportedAuth auth={auth} />}
      <AuthFields id={id} auth={auth} onChange={onChange}>
        {auth.type === 'oauth2' && <TokenPanel id={id} auth={auth} save={save} />}
      </AuthFields>
      <Advice auth={auth} />
    </div>
  );
};
