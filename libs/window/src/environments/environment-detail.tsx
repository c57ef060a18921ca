import type { EnvironmentView } from '@tandem/core';
import { Columns2, Copy, FileText, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';

import { Badge, Button } from '../kit/index.js';
import type { EnvironmentCalls } from './use-environment-calls.js';
import { BaseVariables } from './base-variables.js';
import { ColorChoice } from './color-choice.js';
import { CompareEnvironments } from './environment-comparison.js';
import type { EnvironmentActions } from './environment-list.js';
import { EnvironmentFacts } from './environment-facts.js';
import { EnvironmentGuard } from '../trust/environment-guard.js';
import { EnvironmentTable } from './environment-table.js';
import { SecretHosts } from './secret-hosts.js';

interface Props {
  readonly environment: EnvironmentView;
  readonly others: readonly EnvironmentView[];
  readonly calls: EnvironmentCalls;
  readonly nameInput: RefObject<HTMLInputElement | null>;
  readonly actions: EnvironmentActions;
}

/** The name as a field: Enter and leaving it rename, Escape takes back what was typed. */
const Name = ({ environment, calls, nameInput }: Pick<Props, 'environment' | 'calls' | 'nameInput'>) => {
  const { id, name } = environment;
  const [typed, setTyped] = useState(name);
  useEffect(() => setTyped(name), [name]);
  const rename = (): void => {
    const wanted = typed.trim();
    if (wanted === '' || wanted === name) setTyped(name);
    else void calls.update(id, { name: wanted });
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
        if (key === 'Enter') currentTarget.blur();
        if (key === 'Escape') setTyped(name);
      }}
    />
  );
};

type Mode = 'table' | 'text' | 'compare';

/** What can be done with an environment. */
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
        // The second click of a double click is on the button of the next environment.
        if (detail < 2) actions.remove(environment);
      }}
    >
      Delete
    </Button>
  </div>
);

/** One environment: its name and color, what can be done with it, and its variables and secrets. */
export const EnvironmentDetail = (props: Props) => {
  const { environment, others, calls, actions } = props;
  const { id, name, color, active } = environment;
  const [mode, setMode] = useState<Mode>('table');
  const toTable = (): void => setMode('table');
  return (
    <section className="environment-detail stack" aria-label={`Environment ${name}`}>
      <div className="row">
        <Name {...props} />
        {active ? (
          <Badge tone="good">active</Badge>
        ) : (
          <Button variant="primary" isSmall onClick={() => actions.activate(environment)}>
            Activate
          </Button>
        )}
      </div>
      <ColorChoice color={color} onChoose={(next) => void calls.update(id, { color: next })} />
      <EnvironmentFacts {...{ environment, others, calls }} />
      <EnvironmentGuard {...{ environment, calls }} />
      <Toolbar {...props} mode={mode} onMode={setMode} />
      {mode === 'compare' && others.length > 0 ? (
        <CompareEnvironments environment={environment} others={others} onDone={toTable} />
      ) : (
        <>
          <EnvironmentTable
            environment={environment}
            edit={calls.edit}
            isText={mode === 'text'}
            onTextDone={toTable}
          />
          <SecretHosts environment={environment} />
          <BaseVariables environment={environment} />
        </>
      )}
    </section>
  );
};
