import { CopyAddress, CopyButton } from '../kit/index.js';
import { useStatus } from '../link/use-link.js';
import { ClientList } from './client-list.js';
import type { StatusAgent } from '../contract/status.js';
import { describeLastCall } from './agents.js';

/** The agents that have used the MCP server since Tandem started, latest first. */
const AgentList = ({ agents }: { readonly agents: readonly StatusAgent[] }) => (
  <section className="stack" aria-label="Agents">
    <h2>Agents since the start</h2>
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

/** Adds Tandem to MCP clients, and shows who has used it and the address of the MCP server for other clients. */
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
