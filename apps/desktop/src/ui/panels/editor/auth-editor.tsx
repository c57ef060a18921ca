import type { Auth } from '@tandem/core';

import { Choice, TextLine } from './labelled.js';

const kinds = { none: 'None', basic: 'Basic', bearer: 'Bearer token', 'api-key': 'API key' } as const;

const start: Readonly<Record<Auth['type'], Auth>> = {
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
    case 'none':
      return null;
    case 'basic':
      return (
        <>
          <TextLine
            name="User"
            value={auth.username}
            onChange={(username) => onChange({ ...auth, username })}
          />
          <TextLine
            name="Password"
            isSecret
            value={auth.password}
            onChange={(password) => onChange({ ...auth, password })}
          />
        </>
      );
    case 'bearer':
      return (
        <TextLine
          name="Token"
          isSecret
          value={auth.token}
          onChange={(token) => onChange({ ...auth, token })}
        />
      );
    case 'api-key':
      return (
        <>
          <TextLine name="Name" value={auth.name} onChange={(name) => onChange({ ...auth, name })} />
          <TextLine
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

/** How a request proves who sends it. */
export const AuthEditor = (props: Props) => (
  <div className="stack">
    <Choice
      name="Kind"
      value={props.auth.type}
      words={kinds}
      onChange={(type) => props.onChange(start[type])}
    />
    <Fields {...props} />
    {props.auth.type !== 'none' && (
      <p className="quiet">
        Best keep the value as a secret of the environment and write its name here, such as {'{{token}}'}.
      </p>
    )}
  </div>
);
