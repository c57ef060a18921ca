export { createAgentClients } from './agent-clients.js';
export { type Action, type ConfigClients, createConfigClients } from './config-clients.js';
export { ConfigProblem } from './config-problem.js';
export { type StartedProgram } from './launch.js';
export { type Place, getCurrentPlace } from './place.js';
