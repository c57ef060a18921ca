import type { EnvironmentView } from '@tandem/core';
import { useState } from 'react';

import type { UpdateEnvironment } from '../../model/variable-rows.js';
import { useHeld } from '../../state/contexts.js';

type Change = Pick<UpdateEnvironment, 'secrets' | 'removeSecrets'>;

interface Props {
  readonly environmentId: string;
  readonly secrets: EnvironmentView['secrets'];
  /** Resolves with whether it was stored. */
  readonly onChange: (change: Change) => Promise<boolean>;
}

/** A value that is masked, and shown as long as the button beside it is held. */
const SecretValue = ({
  label,
  placeholder,
  value,
  onChange,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => {
  const [isHeld, setIsHeld] = useState(false);
  const release = (): void => {
    setIsHeld(false);
  };
  return (
    <>
      <input
        type={isHeld ? 'text' : 'password'}
        autoComplete="new-password"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
      <button
        type="button"
        className="link"
        disabled={value === ''}
        onPointerDown={() => {
          setIsHeld(true);
        }}
        onPointerUp={release}
        onPointerLeave={release}
        onBlur={release}
        onKeyDown={({ key }) => {
          if (key === ' ' || key === 'Enter') setIsHeld(true);
        }}
        onKeyUp={release}
      >
        Hold to show
      </button>
    </>
  );
};

const SecretForm = ({
  name: given,
  hasValue = false,
  heldAs,
  onSet,
}: {
  /** What is typed is held under this key until it is stored, in this page alone. */
  readonly heldAs: string;
  /** Absent for a new one. */
  readonly name?: string;
  readonly hasValue?: boolean;
  readonly onSet: (name: string, value: string) => Promise<boolean>;
}) => {
  const [name, setName] = useHeld(`${heldAs} name`, () => given ?? '');
  const [value, setValue] = useHeld(`${heldAs} value`, () => '');
  const isNew = given === undefined;
  const store = async (): Promise<void> => {
    if (name.trim() === '' || !(await onSet(name.trim(), value))) return;
    setName(given ?? '');
    setValue('');
  };
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        void store();
      }}
    >
      <input
        aria-label={isNew ? 'New secret name' : `Secret ${given} name`}
        placeholder="Name"
        readOnly={!isNew}
        value={name}
        onChange={({ target }) => {
          setName(target.value);
        }}
      />
      <SecretValue
        label={isNew ? 'New secret value' : `Secret ${given} value`}
        placeholder={isNew ? 'Value' : hasValue ? '•••••• (set)' : 'No value'}
        value={value}
        onChange={setValue}
      />
      <button type="submit" className="button small" disabled={value === ''}>
        {isNew ? 'Add secret' : 'Replace'}
      </button>
    </form>
  );
};

/** Secrets by name; a value goes in and never comes back, and what is typed shows only while a button is held. */
export const SecretTable = ({ environmentId, secrets, onChange }: Props) => (
  <div className="stack secrets">
    {secrets.map(({ name, hasValue }) => (
      <div key={name} className="row">
        <SecretForm
          name={name}
          hasValue={hasValue}
          heldAs={`${environmentId} secret ${name}`}
          onSet={(_, value) => onChange({ secrets: { [name]: value } })}
        />
        <button
          type="button"
          className="icon"
          aria-label={`Remove secret ${name}`}
          onClick={() => void onChange({ removeSecrets: [name] })}
        >
          ×
        </button>
      </div>
    ))}
    <SecretForm
      heldAs={`${environmentId} new secret`}
      onSet={(name, value) => onChange({ secrets: { [name]: value } })}
    />
  </div>
);
