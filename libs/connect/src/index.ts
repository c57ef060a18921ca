export {
  createAgentClients,
  type Action,
  type ConfigClients,
  createConfigClients,
} from './config-clients.js';
export { ConfigProblem } from './formats/format.js';
export { type StartedProgram, type Machine, getCurrentMachine } from './launch.js';
