import type { EnvironmentView } from '@tandem/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useLink } from '../../link/use-link.js';
import { markWords } from '../../model/script-marks.js';
import { problemWords } from '../../model/problem-words.js';
import type { UpdateEnvironment } from '../../model/variable-rows.js';
import { useHeld } from '../../state/contexts.js';
import { useLive } from '../../state/live.js';
import { useEnvironments } from '../../state/use-names.js';
import { Problem } from '../problem.js';
import { DeleteEnvironment } from './delete-environment.js';
import { GivenSecrets } from './given-secrets.js';
import { SecretTable } from './secret-table.js';
import { VariableTable } from './variable-table.js';

type Change = Omit<UpdateEnvironment, 'id' | 'workspaceId'>;

/** Calls that change environments, and why the last one did not work. */
const useEnvironmentCalls = () => {
  const link = useLink();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
  /** Resolves with whether it worked. */
  const doing = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => {
        setProblem(undefined);
        void queries.invalidateQueries({ queryKey: ['environments'] });
        void queries.invalidateQueries({ queryKey: ['status'] });
        return true;
      },
      (cause: unknown) => {
        setProblem(problemWords(cause));
        return false;
      },
    );
  return {
    problem,
    update: (id: string, change: Change) => doing(link.call('environments_update', { id, ...change })),
    create: (name: string) => doing(link.call('environments_create', { name })),
    activate: (id: string) => doing(link.call('environments_activate', { id })),
    remove: (id: string) => doing(link.call('environments_delete', { id })),
  };
};

const One = ({
  environment,
  calls,
}: {
  readonly environment: EnvironmentView;
  readonly calls: ReturnType<typeof useEnvironmentCalls>;
}) => {
  const { id, name, active, variables, secrets } = environment;
  const { marks } = useLive();
  const update = (change: Change): Promise<boolean> => calls.update(id, change);
  return (
    <section className="stack" aria-label={`Environment ${name}`}>
      <div className="row">
        <h2>{name}</h2>
        {active ? (
          <span className="tag">active</span>
        ) : (
          <>
            <button type="button" className="button small" onClick={() => void calls.activate(id)}>
              Activate
            </button>
            <DeleteEnvironment environment={environment} onDelete={() => void calls.remove(id)} />
          </>
        )}
      </div>
      <h3>Variables</h3>
      <VariableTable
        environmentId={id}
        variables={variables}
        onChange={(change) => void update(change)}
        noteOf={(variable) => markWords(marks, id, variable)}
      />
      <h3>Secrets (write-only)</h3>
      <SecretTable environmentId={id} secrets={secrets} onChange={update} />
    </section>
  );
};

/** The environments of the active workspace: their variables, their secrets, and which one counts. */
export const EnvironmentsPanel = () => {
  const { data, error } = useEnvironments();
  const calls = useEnvironmentCalls();
  const [name, setName] = useHeld('new environment', () => '');
  const add = async (): Promise<void> => {
    if (name.trim() !== '' && (await calls.create(name.trim()))) setName('');
  };
  if (data === undefined)
    return error ? <Problem error={error} /> : <div className="empty quiet">Loading …</div>;
  return (
    <section className="screen" aria-label="Environments">
      <h1>Environments</h1>
      {calls.problem !== undefined && (
        <p className="bad" role="alert">
          {calls.problem}
        </p>
      )}
      <GivenSecrets />
      {data.environments.map((environment) => (
        <One key={environment.id} environment={environment} calls={calls} />
      ))}
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <input
          aria-label="Name of a new environment"
          placeholder="New environment"
          value={name}
          onChange={({ target }) => {
            setName(target.value);
          }}
        />
        <button type="submit" className="button small">
          Add
        </button>
      </form>
    </section>
  );
};
