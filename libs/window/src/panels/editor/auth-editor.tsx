import type { Auth, AuthOf } from '@tandem/core';
import { ownValue } from '@tandem/core/codec';
import type { ReactNode } from 'react';

import { useHeld } from '../../state/contexts.js';
import { Choice, VariableLine } from '../../kit/index.js';
import { type AuthField, authKinds, authTitles } from './auth-kinds.js';

/** The kinds that can be chosen: with one that came from a file, if there is one. */
const wordsWith = (unsupported: Auth | undefined): Readonly<Record<string, string>> =>
  unsupported?.type === 'unsupported'
    ? { ...authTitles, unsupported: `${unsupported.name} (not supported)` }
    : authTitles;

/** What an auth says that cannot be edited here. Values are not shown, because some of them may be secrets. */
const Kept = ({ auth: { name, content } }: { readonly auth: AuthOf<'unsupported'> }) => {
  const fields = typeof content === 'object' && content !== null ? Object.keys(content) : [];
  const names = fields.filter((field) => field !== 'type');
  return (
    <p className="quiet" role="note">
      Tandem does not support the auth “{name}” yet. It is kept as the file has it
      {names.length > 0 && `, with ${names.join(', ')}`}, and nothing is sent until you choose another kind.
    </p>
  );
};

interface Props {
  /** What is said of an auth that is inherited. */
  readonly inherited: ReactNode;
  readonly auth: Auth;
  readonly onChange: (auth: Auth) => void;
}

/** The auth with another value of a field. */
const changed = (auth: Auth, { key, isOptional = false }: AuthField, value: string): Auth => {
  const entries = Object.entries(auth).filter(([name]) => name !== key || !isOptional);
  const isLeftOut = isOptional && value === '';
  return { ...Object.fromEntries(entries), ...(isLeftOut ? {} : { [key]: value }) } as unknown as Auth;
};

const Field = ({
  field,
  auth,
  onChange,
}: Pick<Props, 'auth' | 'onChange'> & { readonly field: AuthField }) => {
  const { key, label, words, isSecret = false } = field;
  const value = ownValue(auth as Readonly<Record<string, string>>, key) ?? '';
  const onValue = (next: string): void => onChange(changed(auth, field, next));
  if (words !== undefined) return <Choice name={label} value={value} words={words} onChange={onValue} />;
  return <VariableLine name={label} isSecret={isSecret} value={value} onChange={onValue} />;
};

const Fields = ({ auth, inherited, onChange }: Props) => {
  if (auth.type === 'inherit') return inherited;
  if (auth.type === 'unsupported') return <Kept auth={auth} />;
  return authKinds[auth.type].fields.map((field: AuthField) => (
    <Field key={`${auth.type} ${field.key}`} field={field} auth={auth} onChange={onChange} />
  ));
};

/** How a request, or those in a folder, prove who sends them; who comes back to a kind finds what was there. */
export const AuthEditor = ({
  id,
  auth,
  inherited,
  onChange,
}: Props & {
  /** The request or folder that it is of. */
  readonly id: string;
}) => {
  const [left, setLeft] = useHeld<Partial<Record<Auth['type'], Auth>>>(`${id} auths`, () => ({}));
  const choose = (type: string): void => {
    setLeft({ ...left, [auth.type]: auth });
    const next = ownValue(left, type) ?? ownValue<{ readonly start: Auth }>(authKinds, type)?.start;
    if (next !== undefined) onChange(next);
  };
  const words = wordsWith(auth.type === 'unsupported' ? auth : left.unsupported);
  return (
    <div className="stack">
      <Choice name="Kind" value={auth.type} words={words} onChange={choose} />
      <Fields auth={auth} inherited={inherited} onChange={onChange} />
      {!['none', 'inherit', 'unsupported'].includes(auth.type) && (
        <p className="quiet">
          Store the value as a secret of the environment and enter its name here, such as {'{{token}}'}.
        </p>
      )}
    </div>
  );
};
