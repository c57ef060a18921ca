import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '../../kit/index.js';
import { queryKeys } from '../../link/query-keys.js';
import { describeProblem } from '../../link/problem-words.js';
import { useLink } from '../../link/use-link.js';

interface Props {
  readonly name: string;
  /** The environment in which the variable is created. */
  readonly environment: { readonly id: string; readonly name: string };
  readonly onCreate?: () => void;
}

/** Asks for the value of a missing variable, and stores it in an environment. */
export const CreateVariable = ({ name, environment, onCreate }: Props) => {
  const link = useLink();
  const queries = useQueryClient();
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string>();
  const create = (): void => {
    link.call('environments_update', { id: environment.id, variables: { [name]: value } }).then(
      () => {
        onCreate?.();
        void queries.invalidateQueries({ queryKey: queryKeys.environments });
      },
      (cause: unknown) => {
        setProblem(describeProblem(cause));
      },
    );
  };
  return (
    <form
      className="row create-variable"
      onSubmit={(event) => {
        event.preventDefault();
        create();
      }}
    >
      <input
        aria-label={`Value of ${name}`}
        placeholder={`Value of ${name} in ${environment.name}`}
        value={value}
        onChange={({ target }) => {
          setValue(target.value);
        }}
      />
      <Button type="submit" isSmall>
        Create variable
      </Button>
      {problem !== undefined && <p className="bad">{problem}</p>}
    </form>
  );
};
