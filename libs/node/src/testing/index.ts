/** Helpers for tests of running programs: programs, their folders and ports, a PostgreSQL server, and results of MCP tools. */
export { quietPort, launch, type LaunchedProgram, findProgramFile, temporaryFolder } from './program.js';
export { hasKeyring, type StartedKeyring, startKeyring } from './keyring.js';
export { hasPostgres, type PostgresServer, startPostgres } from './postgres.js';
export { readTexts, readToolResult, type ToolAnswer } from './tool-result.js';
