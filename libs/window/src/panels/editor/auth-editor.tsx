import type { Auth } from '@tandem/core';

import type { RequestId } from '../../model/saved-request.js';
import { useHeld } from '../../state/contexts.js';
import { Choice, VariableLine } from '../../kit/index.js';

const kinds = {
  inherit: 'Inherited',
  none: 'None',
  basic: 'Basic',
  bearer: 'Bearer token',
  'api-key': 'API key',
} as const;

const start: Readonly<Record<Auth['type'], Auth>> = {
  inherit: { type: 'inherit' },
  none: { type: 'none' },
  basic: { type: 'basic', username: '', password: '' },
  bearer: { type: 'bearer', token: '' },
  'api-key': { type: 'api-key', name: '', value: '', in: 'header' },
};

interface Props {
  readonly auth: Auth;
  readonly onChange: (auth: Auth) => void;
}

const Fields = ({ auth, onChange }: Props) => {
  switch (auth.type) {
    case 'inherit':
      return (
        <p className="quiet">
          The request uses the auth of the nearest folder that has one, or else that of the workspace.
        </p>
      );
    case 'none':
      return null;
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

/** How a request proves who sends it; who comes back to a kind finds what was there. */
export const AuthEditor = ({ id, auth, onChange }: Props & { readonly id: RequestId }) => {
  const [left, setLeft] = useHeld<Partial<Record<Auth['type'], Auth>>>(`${id} auths`, () => ({}));
  const choose = (type: Auth['type']): void => {
    setLeft({ ...left, [auth.type]: auth });
    onChange(left[type] ?? start[type]);
  };
  return (
    <div className="stack">
      <Choice name="Kind" value={auth.type} words={kinds} onChange={choose} />
      <Fields auth={auth} onChange={onChange} />
      {auth.type !== 'none' && auth.type !== 'inherit' && (
        <p className="quiet">
          Store the value as a secret of the environment and enter its name here, such as {'{{token}}'}.
        </p>
      )}
    </div>
  );
};
