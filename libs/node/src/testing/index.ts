/** What tests of running programs share: programs, their folders and ports, a PostgreSQL server, and results of MCP tools. */
export { quietPort } from './port.js';
export { hasPostgres, type PostgresServer, startPostgres } from './postgres.js';
export { launch, type LaunchedProgram, programOf, temporaryFolder } from './program.js';
export { readTexts, readToolResult, type ToolAnswer } from './tool-result.js';
