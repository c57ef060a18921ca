import { copyName, type EnvironmentView } from '@tandem/core';
import { Braces } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';

import '../style/environments.css';
import { EmptyState } from '../kit/index.js';
import { usePanelState } from '../shell/panel-state.js';
import { type EnvironmentCalls, useEnvironmentCalls } from './use-environment-calls.js';
import { focusWhenVisible, useDeletedLines } from '../shell/focus.js';
import { useEnvironments } from '../requests/variables/use-names.js';
import { Problem } from '../shell/notices/notice.js';
import { EnvironmentDetail } from './environment-detail.js';
import { EnvironmentList } from './environment-list.js';
import { ProvidedSecrets } from './secrets.js';

/**
 * Lists the environments. A deleted environment is hidden before the server responds, so that a second press of Delete deletes the next
 * environment, which is selected by then.
 */
const useListedEnvironments = (all: readonly EnvironmentView[], calls: EnvironmentCalls) => {
  const { going, goes, ended, besides } = useDeletedLines(all.map(({ id }) => id));
  return {
    environments: all.filter(({ id }) => !going.includes(id)),
    /** Deletes an environment, and returns the id of the next one to show. */
    remove: (id: string): string | undefined => {
      goes(id);
      void calls.remove(id).then(() => ended(id));
      return besides(id);
    },
  };
};

/** Finds an element in the detail of an environment, once the detail is shown. */
const findInDetail = ({ name }: EnvironmentView, selector: string): HTMLElement | null =>
  document.querySelector(`[aria-label="${CSS.escape(`Environment ${name}`)}"] ${selector}`);

/** Creates the actions on environments. A new environment is selected, and its name gets the focus. */
const createEnvironmentActions = (
  calls: EnvironmentCalls,
  all: readonly EnvironmentView[],
  choose: (id: string) => void,
) => {
  const create = async (
    one: Parameters<EnvironmentCalls['create']>[0],
  ): Promise<EnvironmentView | undefined> => {
    const made = await calls.create(one);
    if (made) choose(made.id);
    return made;
  };
  return {
    add: async (name: string): Promise<boolean> => {
      const made = await create({ name });
      if (made) focusWhenVisible(() => findInDetail(made, 'tbody tr:last-child [aria-label$=" name"]'));
      return made !== undefined;
    },
    duplicate: ({ id, name }: EnvironmentView): void => {
      const taken = all.map((one) => one.name);
      // Focus the name, because a copy is usually renamed right away.
      void create({ name: copyName(name, taken), copyOf: id }).then(
        (made) =>
          made && focusWhenVisible(() => findInDetail(made, '.environment-name'), { isSelected: true }),
      );
    },
  };
};

const Environments = ({
  environments: all,
  calls,
}: {
  readonly environments: readonly EnvironmentView[];
  readonly calls: EnvironmentCalls;
}) => {
  const [chosen, choose] = usePanelState<string | undefined>('shown environment', () => undefined);
  const nameInput = useRef<HTMLInputElement>(null);
  const { environments, remove } = useListedEnvironments(all, calls);
  const shown =
    environments.find(({ id }) => id === chosen) ??
    environments.find(({ active }) => active) ??
    environments[0];
  const { add, duplicate } = createEnvironmentActions(calls, all, choose);
  const actions = {
    rename: () => nameInput.current?.select(),
    duplicate,
    remove: ({ id }: EnvironmentView) => choose(remove(id)),
    activate: ({ id }: EnvironmentView) => void calls.activate(id),
  };
  return (
    <div
      className="environments"
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'F2') return;
        event.preventDefault();
        actions.rename();
      }}
    >
      <EnvironmentList
        environments={environments}
        actions={actions}
        shown={shown?.id}
        onChoose={choose}
        onAdd={add}
      />
      {shown ? (
        <EnvironmentDetail
          key={shown.id}
          environment={shown}
          others={environments.filter(({ id }) => id !== shown.id)}
          calls={calls}
          actions={actions}
          nameInput={nameInput}
        />
      ) : (
        <EmptyState icon={Braces} title="No environments">
          An environment holds variables and secrets that requests use as <code>{'{{name}}'}</code>.
        </EmptyState>
      )}
    </div>
  );
};

/** The environments of the active workspace: a list, and the selected one beside it. */
export const EnvironmentsPanel = () => {
  const { data, error } = useEnvironments();
  const calls = useEnvironmentCalls();
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
      <Environments environments={data.environments} calls={calls} />
      <ProvidedSecrets />
    </section>
  );
};
