export {
  defineChoiceFlag,
  type EndedCommandLine,
  type Flag,
  type Flags,
  defineIntegerFlag,
  defineParsedFlag,
  listFlag,
  type Program,
  readFlags,
  switchFlag,
  defineTextFlag,
  type ValuesOf,
} from './flags.js';
export { createLog, type Logger, type LogLevel, logLevels } from './log.js';
export { findProgram } from './program-in.js';
export { runServer, type ServerProgram, type StartedServer } from './run-server.js';
export { workbenchFlags } from './workbench-flags.js';
