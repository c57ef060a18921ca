import type { EnvironmentView } from '@tandem/core';
import { Columns2, Copy, FileText, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';

import { Badge, Button, Select } from '../kit/index.js';
import type { EnvironmentCalls } from './use-environment-calls.js';
import { ColorChoice } from './colors.js';
import type { EnvironmentActions } from './environment-list.js';
import { EnvironmentGuard } from '../trust/environment-guard.js';
import { EnvironmentTable } from './environment-table.js';
import { SecretHosts } from './secrets.js';
import { useBases } from '../requests/variables/use-names.js';
import { CompareEnvironments } from './compare-environments.js';
import { FoldedSection } from './folded-section.js';

interface EnvironmentFactsProps {
  readonly environment: EnvironmentView;
  readonly others: readonly EnvironmentView[];
  readonly calls: EnvironmentCalls;
}

/** The purpose of the environment; stored on blur. */
const Description = ({ environment, calls }: Pick<EnvironmentFactsProps, 'environment' | 'calls'>) => {
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

/**
 * Selects the base environment, whose variables and secrets apply unless this environment overrides them. If the base does not exist,
 * its name stays until another one is chosen.
 */
const BaseSelect = ({ environment, others, calls }: EnvironmentFactsProps) => {
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

const formatInherited = (environment: EnvironmentView, count: number): string => {
  if (environment.extends === '') return 'Extends no environment';
  return `Extends ${environment.extends}: ${count === 0 ? 'no' : count} inherited variable${count === 1 ? '' : 's'}`;
};

/** The base of an environment, and the variables and secrets that it inherits, each with its environment. */
const BaseSection = (props: EnvironmentFactsProps) => {
  const { environment, others } = props;
  const { variables, secrets } = useBases(environment);
  const rows = [
    ...variables.map(({ name, value, base }) => ({ name, value, base })),
    ...secrets.map(({ name, hasValue, base }) => ({
      name,
      value: hasValue ? '•••••• (set)' : 'No value yet',
      base,
    })),
  ];
  if (others.length === 0 && environment.extends === '') return null;
  return (
    <FoldedSection title="Base environment" summary={formatInherited(environment, rows.length)}>
      <BaseSelect {...props} />
      {rows.length > 0 && (
        <table className="inherited" aria-label="Inherited variables">
          <thead>
            <tr>
              <th scope="col" colSpan={3}>
                Inherited variables
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, value, base }, index) => (
              <tr key={index}>
                <td>{name}</td>
                <td>{value}</td>
                <td>from {base}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </FoldedSection>
  );
};

/** The purpose of the environment. */
const DescriptionSection = (props: Pick<EnvironmentFactsProps, 'environment' | 'calls'>) => {
  const [firstLine = ''] = props.environment.description.trim().split('\n');
  return (
    <FoldedSection title="Description" summary={firstLine === '' ? 'None' : firstLine}>
      <Description {...props} />
    </FoldedSection>
  );
};

interface Props {
  readonly environment: EnvironmentView;
  readonly others: readonly EnvironmentView[];
  readonly calls: EnvironmentCalls;
  readonly nameInput: RefObject<HTMLInputElement | null>;
  readonly actions: EnvironmentActions;
}

/** The name as an input: Enter and blur rename the environment, Escape restores the name. */
const NameInput = ({ environment, calls, nameInput }: Pick<Props, 'environment' | 'calls' | 'nameInput'>) => {
  const { id, name } = environment;
  const [typed, setTyped] = useState(name);
  useEffect(() => setTyped(name), [name]);
  const rename = (): void => {
    const wanted = typed.trim();
    if (wanted === '' || wanted === name) setTyped(name);
    else void calls.update(id, { name: wanted });
  };
  /** Goes back to the list, whose keys apply to the environment. */
  const leave = (input: HTMLInputElement): void => {
    input.blur();
    input.closest('.screen')?.querySelector<HTMLElement>('[role=listbox]')?.focus();
  };
  return (
    <input
      ref={nameInput}
      className="environment-name"
      aria-label="Name of the environment"
      spellCheck={false}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={rename}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') leave(currentTarget);
        if (key === 'Escape') setTyped(name);
      }}
    />
  );
};

type Mode = 'table' | 'text' | 'compare';

/** The actions on an environment. */
const Toolbar = ({
  environment,
  others,
  actions,
  mode,
  onMode,
}: Pick<Props, 'environment' | 'others' | 'actions'> & {
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
}) => (
  <div className="row" role="toolbar" aria-label="Actions">
    <Button isSmall icon={Copy} onClick={() => actions.duplicate(environment)}>
      Duplicate
    </Button>
    <Button
      isSmall
      icon={FileText}
      aria-pressed={mode === 'text'}
      onClick={() => onMode(mode === 'text' ? 'table' : 'text')}
    >
      Edit as text
    </Button>
    <Button
      isSmall
      icon={Columns2}
      aria-pressed={mode === 'compare'}
      disabled={others.length === 0}
      onClick={() => onMode(mode === 'compare' ? 'table' : 'compare')}
    >
      Compare
    </Button>
    <Button
      isSmall
      variant="quiet"
      className="delete"
      icon={Trash2}
      onClick={({ detail }) => {
        // Ignore the second click of a double click, which would hit the button of the next environment.
        if (detail < 2) actions.remove(environment);
      }}
    >
      Delete
    </Button>
  </div>
);

/** Shows one environment: its name and actions, its variables and secrets, and folded sections for everything else. */
export const EnvironmentDetail = (props: Props) => {
  const { environment, others, calls, actions } = props;
  const { id, name, color, active } = environment;
  const [mode, setMode] = useState<Mode>('table');
  const toTable = (): void => setMode('table');
  return (
    <section className="environment-detail stack" aria-label={`Environment ${name}`}>
      <div className="row">
        <NameInput {...props} />
        {active ? (
          <Badge tone="good">active</Badge>
        ) : (
          <Button variant="primary" isSmall onClick={() => actions.activate(environment)}>
            Activate
          </Button>
        )}
        <ColorChoice color={color} onChoose={(next) => void calls.update(id, { color: next })} />
      </div>
      <Toolbar {...props} mode={mode} onMode={setMode} />
      {mode === 'compare' && others.length > 0 ? (
        <CompareEnvironments environment={environment} others={others} onDone={toTable} />
      ) : (
        <EnvironmentTable
          environment={environment}
          edit={calls.edit}
          isText={mode === 'text'}
          onTextDone={toTable}
        />
      )}
      <div className="folded-sections">
        <SecretHosts environment={environment} />
        <EnvironmentGuard environment={environment} calls={calls} />
        <BaseSection environment={environment} others={others} calls={calls} />
        <DescriptionSection environment={environment} calls={calls} />
      </div>
    </section>
  );
};
