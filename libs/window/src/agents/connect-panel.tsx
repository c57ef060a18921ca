import type { AgentClient } from '@tandem/core';
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { CopyAddress, CopyButton, Badge, Button, Dialog } from '../kit/index.js';
import { useStatus, useLink } from '../link/use-link.js';
import type { StatusAgent } from '../contract.js';
import { describeLastCall, clientStates, parseDiffLines, describeClientChange } from './agents.js';
import { queryKeys } from '../link/query-keys.js';
import { describeProblem } from '../link/problem-words.js';
import { useSay } from '../shell/page.js';
import '../style/connect.css';

const queryKey = queryKeys.agentClients;
type ClientAction = 'connect' | 'disconnect';

const oppositeActions = { connect: 'disconnect', disconnect: 'connect' } as const;

interface AgentClientsState {
  readonly clients: readonly AgentClient[] | undefined;
  /** Applies the change that the diff of a client's file shows. Returns the error if that fails. */
  readonly change: (client: AgentClient, action: ClientAction) => Promise<string | undefined>;
}

/** The MCP clients of this machine, and functions that add Tandem to them. */
const useAgentClients = (): AgentClientsState => {
  const link = useLink();
  const queries = useQueryClient();
  const say = useSay();
  const { data } = useQuery({
    queryKey,
    queryFn: async () => (await link.call('agent_clients_list', {})).clients,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  const change: AgentClientsState['change'] = async ({ id, revision, state }, action) => {
    try {
      const changed = await link.call(`agent_clients_${action}`, { id, revision });
      const undo = (): void => {
        void change(changed, oppositeActions[action]).then((problem) => {
          if (problem !== undefined) say(problem);
        });
      };
      // An update cannot be undone here: disconnecting would not restore the configuration that it replaced.
      say(describeClientChange(changed, action), state === 'outdated' ? undefined : undo);
      return undefined;
    } catch (cause) {
      return describeProblem(cause);
    } finally {
      await queries.invalidateQueries({ queryKey });
    }
  };
  return { clients: data, change };
};

interface Props {
  readonly client: AgentClient;
  readonly action: ClientAction;
  /** The label of the button. */
  readonly word: string;
  readonly onChange: () => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** Shows the change to a client's configuration, with a button that applies it. */
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
          {action === 'connect' && ' A copy of the file is saved next to it.'}
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
      <pre className="code diff-lines" aria-label={`Change to ${client.file}`}>
        {parseDiffLines(diff ?? '').map(({ text, mark }, line) => (
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

/** Lists the MCP clients of this machine. Each client that was found has a button that connects it to Tandem or disconnects it. */
const ClientList = () => {
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

/** The agents that have used the MCP server since Tandem started, most recent first. */
export const AgentList = ({ agents }: { readonly agents: readonly StatusAgent[] }) => (
  <section className="stack" aria-label="Agents">
    <h2>Agents since Tandem started</h2>
    {agents.length === 0 ? (
      <p className="quiet">No agent has used Tandem since it started.</p>
    ) : (
      <ul className="agent-clients">
        {agents.map((agent) => (
          <li key={`${agent.name} ${agent.version}`} className="agent-client">
            <div>
              <strong>{agent.name === '' ? 'Unnamed agent' : agent.name}</strong>{' '}
              <span className="quiet">{agent.version}</span>
            </div>
            <span className="quiet">{describeLastCall(agent, new Date())}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const createConnectBlocks = (url: string): readonly { readonly title: string; readonly text: string }[] => [
  { title: 'Claude Code', text: `claude mcp add --transport http tandem ${url}` },
  {
    title: 'A client with a JSON file, such as Cursor',
    text: JSON.stringify({ mcpServers: { tandem: { url } } }, null, 2),
  },
  {
    title: 'VS Code, .vscode/mcp.json',
    text: JSON.stringify({ servers: { tandem: { type: 'http', url } } }, null, 2),
  },
];

/** Connects MCP clients: adds Tandem to their configuration, lists who has used it, and shows the address for other clients. */
export const ConnectPanel = () => {
  const status = useStatus();
  const url = status?.mcp;
  return (
    <section className="screen" aria-label="Connect an agent">
      <h1>Connect an agent</h1>
      <p>
        An agent works in the same workspace over MCP. Its changes appear here immediately, with its name and
        an Undo button.
      </p>
      <ClientList />
      {status && <AgentList agents={status.agents} />}
      {url !== undefined && (
        <>
          <h2>Any other client</h2>
          <CopyAddress name="MCP" url={url} />
          {createConnectBlocks(url).map(({ title, text }) => (
            <div key={title} className="stack">
              <div className="row">
                <h3>{title}</h3>
                <CopyButton what={title} text={text} />
              </div>
              <pre className="code">{text}</pre>
            </div>
          ))}
          <p className="quiet">
            Tandem uses the same port at each start if it is free. To set the port, start Tandem with{' '}
            <code>--mcp-port</code>.
          </p>
        </>
      )}
    </section>
  );
};
