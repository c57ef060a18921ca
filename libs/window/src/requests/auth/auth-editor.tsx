import type { Auth, AuthOf } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import type { ReactNode } from 'react';

import { Choice } from '../../kit/index.js';
import { toSecretName } from './secret-names.js';
import { usePanelState } from '../../shell/panel-state.js';
import { AuthFields } from './auth-fields.js';
import { authKinds, authTitles, listAuthFields } from './auth-kinds.js';
import { describeFieldContent } from './secret-field.js';
import { TokenPanel } from '../../tokens/token-panel.js';
import '../../style/auth.css';

/** The available kinds, including the current one if it came from a file. */
const listAuthTitles = (unsupported: Auth | undefined): Readonly<Record<string, string>> =>
  unsupported?.type === 'unsupported'
    ? { ...authTitles, unsupported: `${unsupported.name} (not supported)` }
    : authTitles;

/** The parts of an auth that cannot be edited here. Values are hidden, because some may be secrets. */
const UnsupportedAuth = ({ auth: { name, content } }: { readonly auth: AuthOf<'unsupported'> }) => {
  const fields = typeof content === 'object' && content !== null ? Object.keys(content) : [];
  const names = fields.filter((field) => field !== 'type');
  return (
    <p className="quiet" role="note">
      Tandem does not support the auth “{name}” yet. It is kept as it is in the file
      {names.length > 0 && `, with ${names.join(', ')}`}, and nothing is sent until you choose another kind.
    </p>
  );
};

/** The fields that should name a secret, while they are empty. */
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
  /** The request or folder that has it. */
  readonly id: string;
  readonly auth: Auth;
  /** The text about an inherited auth. */
  readonly inherited: ReactNode;
  readonly onChange: (auth: Auth) => void;
  /** Stores unsaved edits. */
  readonly save: () => Promise<unknown>;
}

/** The auth of a request, or of the requests in a folder; returning to a kind restores its values. */
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
      <Choice name="Kind" value={auth.type} words={words} onChange={choose} />
      {auth.type === 'inherit' && inherited}
      {auth.type === 'unsupported' && <UnsupportedAuth auth={auth} />}
      <AuthFields id={id} auth={auth} onChange={onChange}>
        {auth.type === 'oauth2' && <TokenPanel id={id} auth={auth} save={save} />}
      </AuthFields>
      <Advice auth={auth} />
    </div>
  );
};
