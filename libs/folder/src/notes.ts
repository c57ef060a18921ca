/** How an agent works well with Tandem's MCP tools. A test checks that the tools and arguments in it exist. */
export const agentHabits = `1. **Look before you create.** Call \`workspaces_list\`, then \`rest_list\` with \`search\` or \`folder\`; \`rest_get\` shows a whole request.
   Update what exists instead of adding a copy.
2. **One environment per call.** Pass \`environment\` to \`rest_execute\` and \`graphql_execute\`, \`environments\` to \`runs_execute\`. Leave
   the active environment alone: the person works in it.
3. **Select instead of reading.** \`rest_execute\` and \`executions_get\` take a JSONPath as \`select\` and return only that part of a body;
   \`return\` cuts the result down to a summary.
4. **Dry run before a change.** \`rest_execute\`, \`graphql_execute\`, \`runs_execute\`, \`imports_apply\`, \`requests_apply\` and
   \`synchronization_synchronize\` take \`dryRun\`. Before you send a request that changes something on a host that is not local, look at what it would
   send, say what it will change and ask.
5. **Tests are scripts.** Keep what you check in the request: export \`onTest\` in \`rest_update_script\`. Then \`runs_execute\` checks it again.
`;

/** Notes in the folder for people and agents who open it. They are written once and never overwritten. */
export const folderNotes: Readonly<Record<string, string>> = {
  '.gitattributes': '* text eol=lf\n',
  'AGENTS.md': `# This folder

It holds saved API requests as OpenCollection 1.0.0 YAML, written by Tandem and readable by Bruno. Edit the files freely:
Tandem merges what you change, field by field, with what is changed in the app.

- \`opencollection.yml\`: the manifest. Leave \`extensions.tandem\` as it is.
- \`environments/<name>.yml\`: variables with values; secrets by name only (\`secret: true\`, no value).
- \`<folder>/folder.yml\`: a folder's name, notes (\`docs\`), order (\`info.seq\`), and under \`request\` the headers, auth, variables and
  settings that its requests inherit; \`opencollection.yml\` has those of the whole workspace. \`auth: inherit\` takes the nearest auth, and \`auth: none\` in \`folder.yml\` ends that.
- \`<folder>/<request>.yml\`: a request. A \`.js\` file of the same name beside it is its lifecycle script.
- \`<folder>/folder.js\` and \`collection.js\`: scripts around those of all requests in the folder, or in the workspace.
- Anything else is left alone.

To add a request, make a \`.yml\` file with a new name in any folder, such as \`users/create-user.yml\`:

\`\`\`yaml
info:
  name: Create user
  type: http
http:
  method: POST
  url: "{{API_URL}}/teams/:team/users?notify=true"
  headers:
    - name: accept
      value: application/json
  params:
    - name: notify
      value: "true"
      type: query
    - name: team
      value: "42"
      type: path
  body:
    type: json
    data: |-
      {
        "name": "Ada"
      }
  auth:
    type: bearer
    token: "{{API_TOKEN}}"
\`\`\`

- Leave \`x-tandem.id\` out: Tandem adds it. Keep it when you rename or move a file, and drop it when you copy one.
- \`info.seq\`, a whole number, is the place in its folder; without it a request comes last. Folders come before requests, unless
  \`x-tandem.order: mixed\` in \`folder.yml\` (\`extensions.tandem.order\` in \`opencollection.yml\`) puts both in one order.
- Query parameters stand in \`params\` and in the query of \`url\`.
- Body types: \`json\`, \`text\`, \`xml\` (\`data\` is text), \`form-urlencoded\` (\`data\` is a list of \`name\` and \`value\`),
  \`multipart-form\` (\`data\` is a list of \`name\`, \`type: text\` or \`type: file\`, \`value\`), \`file\`. File paths count from this folder.
- Auth types: \`basic\` (\`username\`, \`password\`), \`bearer\` (\`token\`), \`apikey\` (\`key\`, \`value\`, \`placement: header\` or \`query\`).
- A GraphQL request has \`info.type: graphql\` and \`graphql: {method: POST, url, body: {query, variables}}\`; \`variables\` is JSON text.
- A script exports \`onRequest(req)\`, \`onResponse(req, res)\` and \`onTest(req, res)\`; each may be left out.
- \`disabled: true\` on a header, parameter or variable switches it off.
- Never write a secret's value here; use \`{{NAME}}\`.

## With Tandem's MCP tools

${agentHabits}`,
};
