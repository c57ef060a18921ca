import type { StatusAgent } from '../contract/status.js';
import { describeLastCall } from './agent-words.js';

/** The agents that have used the MCP server since Tandem started, the latest first. */
export const AgentList = ({ agents }: { readonly agents: readonly StatusAgent[] }) => (
  <section className="stack" aria-label="Agents">
    <h2>Agents since the start</h2>
    {agents.length === 0 ? (
      <p className="quiet">No agent has used Tandem since it started.</p>
    ) : (
      <ul className="agent-clients">
        {agents.map((agent) => (
          <li key={`${agent.name} ${agent.version}`} className="agent-client">
            <div>
              <strong>{agent.name === '' ? 'An agent that gave no name' : agent.name}</strong>{' '}
              <span className="quiet">{agent.version}</span>
            </div>
            <span className="quiet">{describeLastCall(agent, new Date())}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
);
