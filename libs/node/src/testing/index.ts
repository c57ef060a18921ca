/** What tests of running programs share: programs, their folders and ports, and a PostgreSQL server. */
export { quietPort } from './port.js';
export { hasPostgres, type PostgresServer, startPostgres } from './postgres.js';
export { launch, type LaunchedProgram, programOf, temporaryFolder } from './program.js';
