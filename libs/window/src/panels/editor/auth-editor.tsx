import type { Auth } from '@tandem/core';
import { ownValue } from '@tandem/core/codec';
import type { ReactNode } from 'react';

import { useHeld } from '../../state/contexts.js';
import { Choice, VariableLine } from '../../kit/index.js';

/** The kinds of auth, in words. */
export const authKinds = {
  inherit: 'Inherited',
  none: 'None',
  basic: 'Basic',
  bearer: 'Bearer token',
  'api-key': 'API key',
} as const;

type Unsupported = Extract<Auth, { readonly type: 'unsupported' }>;

/** The kinds that can be chosen: with one that came from a file, if there is one. */
const wordsWith = (unsupported: Auth | undefined): Readonly<Record<string, string>> =>
  unsupported?.type === 'unsupported'
    ? { ...authKinds, unsupported: `${unsupported.name} (not supported)` }
    : authKinds;

const start: Readonly<Record<keyof typeof authKinds, Auth>> = {
  inherit: { type: 'inherit' },
  none: { type: 'none' },
  basic: { type: 'basic', username: '', password: '' },
  bearer: { type: 'bearer', token: '' },
  'api-key': { type: 'api-key', name: '', value: '', in: 'header' },
};

/** What an auth says that cannot be edited here. Values are not shown, because some of them may be secrets. */
const Kept = ({ auth: { name, content } }: { readonly auth: Unsupported }) => {
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

const Fields = ({ auth, inherited, onChange }: Props) => {
  switch (auth.type) {
    case 'inherit':
      return inherited;
    case 'none':
      return null;
    case 'unsupported':
      return <Kept auth={auth} />;
    case 'basic':
      return (
        <>
          <VariableLine
            name="User"
            value={auth.username}
            onChange={(username) => onChange({ ...auth, username })}
          />
          <VariableLine
            name="Password"
            isSecret
            value={auth.password}
            onChange={(password) => onChange({ ...auth, password })}
          />
        </>
      );
    case 'bearer':
      return (
        <VariableLine
          name="Token"
          isSecret
          value={auth.token}
          onChange={(token) => onChange({ ...auth, token })}
        />
      );
    case 'api-key':
      return (
        <>
          <VariableLine name="Name" value={auth.name} onChange={(name) => onChange({ ...auth, name })} />
          <VariableLine
            name="Value"
            isSecret
            value={auth.value}
            onChange={(value) => onChange({ ...auth, value })}
          />
          <Choice
            name="Sent in"
            value={auth.in}
            words={{ header: 'a header', query: 'the query' }}
            onChange={(where) => onChange({ ...auth, in: where })}
          />
        </>
      );
  }
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
    const next = ownValue(left, type) ?? ownValue(start, type);
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
