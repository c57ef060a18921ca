/**
 * How an agent works well with Tandem's MCP tools. It names only existing tools and arguments, which a test checks.
 */
export const agentHabits = `1. **Look before you create.** Call \`workspaces_list\`, then \`rest_list\` with \`search\` or \`folder\`; \`rest_get\` shows a whole request.
   Update what exists instead of adding a copy.
2. **One environment per call.** Pass \`environment\` to \`rest_execute\` and \`graphql_execute\`, \`environments\` to \`runs_execute\`. Leave
   activating one to the person, who works in the active one.
3. **Select instead of reading.** \`rest_execute\` and \`executions_get\` take a JSONPath as \`select\` and return only that part of a body;
   \`return\` cuts the result down to a summary.
4. **Dry run before a change.** \`rest_execute\`, \`graphql_execute\`, \`runs_execute\`, \`imports_apply\`, \`requests_apply\` and
   \`synchronization_synchronize\` take \`dryRun\`. Before you send a request that changes something on a host that is not local, look at what it would
   send, say what it will change and ask.
5. **Tests are scripts.** Keep what you check in the request: export \`onTest\` in \`rest_update_script\`. Then \`runs_execute\` checks it again.
`;
