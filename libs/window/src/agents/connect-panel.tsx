import { CopyAddress, CopyButton } from '../kit/index.js';
import { useStatus } from '../link/use-status.js';
import { AgentList } from './agent-list.js';
import { ClientList } from './client-list.js';

const blocks = (url: string): readonly { readonly title: string; readonly text: string }[] => [
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

/** What adds Tandem to MCP clients, who has used it, and the address of the MCP server for other clients. */
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
          {blocks(url).map(({ title, text }) => (
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
