import type { EnvironmentView } from '@tandem/core';
import { useEffect, useState } from 'react';

import { Select } from '../kit/index.js';
import type { EnvironmentCalls } from './use-environment-calls.js';

interface Props {
  readonly environment: EnvironmentView;
  readonly others: readonly EnvironmentView[];
  readonly calls: EnvironmentCalls;
}

/** What the environment is for; stored when the field is left. */
const Description = ({ environment, calls }: Pick<Props, 'environment' | 'calls'>) => {
  const { id, description } = environment;
  const [typed, setTyped] = useState(description);
  useEffect(() => setTyped(description), [description]);
  return (
    <textarea
      className="environment-description"
      aria-label="Description of the environment"
      placeholder="Description"
      rows={Math.min(typed.split('\n').length, 6)}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => {
        if (typed !== description) void calls.update(id, { description: typed });
      }}
    />
  );
};

/** The environment whose variables and secrets apply below its own; a name that no environment has is kept until another is chosen. */
const Base = ({ environment, others, calls }: Props) => {
  const { id, extends: base } = environment;
  const found = others.find(({ name }) => name.toLowerCase() === base.toLowerCase());
  const missing = base !== '' && found === undefined;
  return (
    <label className="row">
      <span className="quiet">Extends</span>
      <Select
        label="Extends"
        value={found?.name ?? base}
        options={[
          { value: '', title: 'None' },
          ...others.map(({ name }) => ({ value: name, title: name })),
          ...(missing ? [{ value: base, title: base, note: 'does not exist' }] : []),
        ]}
        onChange={(next) => void calls.update(id, { extends: next })}
      />
      {missing && <span className="bad">No environment has this name.</span>}
    </label>
  );
};

/** What an environment says about itself. */
export const EnvironmentFacts = (props: Props) => (
  <>
    <Description {...props} />
    {(props.others.length > 0 || props.environment.extends !== '') && <Base {...props} />}
  </>
);
