export {
  defineChoiceFlag,
  type EndedCommandLine,
  type Flag,
  type Flags,
  defineIntegerFlag,
  defineParsedFlag,
  defineListFlag,
  type Program,
  readFlags,
  defineSwitchFlag,
  defineTextFlag,
  type ValuesOf,
  workbenchFlags,
} from './flags.js';
export {
  createLog,
  type Logger,
  type LogLevel,
  logLevels,
  runServer,
  type ServerProgram,
  type StartedServer,
} from './run-server.js';
export { findProgram } from './commands.js';
