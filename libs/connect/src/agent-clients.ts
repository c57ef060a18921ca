import { type AgentClientId, type AgentClients, type AppError, createInvalidInput } from '@tandem/core';
import { TE } from '@tandem/core/fp';

import { createConfigClients } from './config-clients.js';
import { ConfigProblem } from './config-problem.js';
import type { StartedProgram } from './launch.js';
import { type Place, getCurrentPlace } from './place.js';

const createRefusalMapper =
  (id: AgentClientId | undefined) =>
  (cause: unknown): AppError => {
    if (!(cause instanceof ConfigProblem)) throw cause;
    return createInvalidInput('id', `cannot be changed: its file ${cause.message}`, {
      expected: 'a client whose file can be changed',
      got: id,
    });
  };

/** The MCP clients on this machine, as a port of the application. */
export const createAgentClients = (
  started: StartedProgram,
  place: Place = getCurrentPlace(),
): AgentClients => {
  const clients = createConfigClients(started, place);
  return {
    list: () => TE.tryCatch(() => clients.list(), createRefusalMapper(undefined)),
    change: (id, action, revision) =>
      TE.tryCatch(() => clients.change(id, action, revision), createRefusalMapper(id)),
  };
};
