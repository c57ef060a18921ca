export {
  choiceFlag,
  type EndedCommandLine,
  type Flag,
  type Flags,
  integerFlag,
  listFlag,
  type Program,
  readFlags,
  switchFlag,
  textFlag,
  type ValuesOf,
} from './flags.js';
export { createLog, type Logger, type LogLevel, logLevels } from './log.js';
export { programIn } from './program-in.js';
export { runServer, type ServerProgram, type StartedServer } from './run-server.js';
export { workbenchFlags } from './workbench-flags.js';
