import type { AgentClient } from '@tandem/core';
import { useState } from 'react';

import { Badge, Button, Dialog } from '../kit/index.js';
import { clientStates, diffLines } from './agents.js';
import { type ClientAction, useAgentClients } from './use-agent-clients.js';

interface Props {
  readonly client: AgentClient;
  readonly action: ClientAction;
  /** The label of the button. */
  readonly word: string;
  readonly onChange: () => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** The change of a client's configuration, with a button that applies it. */
const ClientDialog = ({ client, action, word, onChange, onClose }: Props) => {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const diff = client[action];
  const start = async (): Promise<void> => {
    setIsBusy(true);
    const failed = await onChange();
    setIsBusy(false);
    if (failed === undefined) onClose();
    else setProblem(failed);
  };
  return (
    <Dialog
      title={`${word} ${client.name}`}
      description={
        <>
          This changes <code>{client.file}</code> and nothing else.
          {action === 'connect' && ' A copy of the file is kept beside it.'}
        </>
      }
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={action === 'connect' ? 'primary' : 'danger'}
            disabled={isBusy || diff === null}
            onClick={() => void start()}
          >
            {word}
          </Button>
        </>
      }
    >
      <pre className="code diff-lines" aria-label={`Change of ${client.file}`}>
        {diffLines(diff ?? '').map(({ text, mark }, line) => (
          <span key={line} data-mark={mark}>
            {text}
            {'\n'}
          </span>
        ))}
      </pre>
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
};

const getClientAction = ({ state }: AgentClient): ClientAction =>
  state === 'connected' ? 'disconnect' : 'connect';

const ClientLine = ({
  client,
  onAct,
}: {
  readonly client: AgentClient;
  readonly onAct: (action: ClientAction) => void;
}) => {
  const { name, file, state, reason, installLink } = client;
  const { word, tone, action } = clientStates[state];
  return (
    <li className="agent-client">
      <div>
        <strong>{name}</strong> <Badge tone={tone}>{word}</Badge>
        <div className={reason === null ? 'paths quiet' : 'bad'}>{reason ?? file}</div>
      </div>
      <div className="row">
        {state === 'none' && installLink !== null && (
          <a className="link" href={installLink} title={`Opens ${name}, which adds Tandem itself`}>
            Add in {name}
          </a>
        )}
        {state === 'outdated' && (
          <Button variant="quiet" isSmall onClick={() => onAct('disconnect')}>
            Disconnect …
          </Button>
        )}
        {action !== undefined && (
          <Button isSmall aria-label={`${action} ${name} …`} onClick={() => onAct(getClientAction(client))}>
            {action} …
          </Button>
        )}
      </div>
    </li>
  );
};

const getActionLabel = (client: AgentClient, action: ClientAction): string =>
  action === 'disconnect' ? 'Disconnect' : (clientStates[client.state].action ?? 'Connect');

/** The MCP clients of this machine, each with a button that adds Tandem to its configuration or removes it. */
export const ClientList = () => {
  const { clients, change } = useAgentClients();
  const [open, setOpen] = useState<{ readonly id: string; readonly action: ClientAction }>();
  if (clients === undefined) return null;
  const found = clients.filter(({ isFound }) => isFound);
  const missing = clients.filter(({ isFound }) => !isFound).map(({ name }) => name);
  const chosen = clients.find(({ id }) => id === open?.id);
  return (
    <section className="stack" aria-label="Clients on this machine">
      <h2>Clients on this machine</h2>
      {found.length > 0 && (
        <ul className="agent-clients">
          {found.map((client) => (
            <ClientLine
              key={client.id}
              client={client}
              onAct={(action) => setOpen({ id: client.id, action })}
            />
          ))}
        </ul>
      )}
      {missing.length > 0 && <p className="quiet">Not found: {missing.join(', ')}.</p>}
      {open && chosen && (
        <ClientDialog
          client={chosen}
          action={open.action}
          word={getActionLabel(chosen, open.action)}
          onChange={() => change(chosen, open.action)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
};
