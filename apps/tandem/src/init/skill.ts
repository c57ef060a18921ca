import { agentHabits } from '@tandem/folder';

/** The path of the skill, where Claude Code and other agents look for project skills. */
export const skillPath = '.claude/skills/tandem/SKILL.md';

/** Teaches an agent to work with a workspace folder. */
export const skill = `---
name: tandem
description: Saves, runs and tests the API requests in this folder with Tandem. Use it to call an API, to add or change a saved request or its tests, or to find out why a request fails.
---

# Working with Tandem

\`tandem/\` is a workspace of Tandem: requests as YAML files, scripts beside them, \`environments/\`. \`tandem/AGENTS.md\`, which the first
synchronization makes, describes the files. Use the MCP tools of the server \`tandem\` if you have them; \`tandem connect\` adds it to your configuration.

## Five habits with the tools

${agentHabits}
## Without the tools

Edit the files, then run:

- \`tandem validate\`: shows what is wrong in a file, with line and column.
- \`tandem run\`: sends the requests and runs their tests; \`tandem run tandem/say-hello.yml\` runs one. \`--env\` chooses the environment.

Never write a secret into a file. Secrets come from \`TANDEM_SECRET_<NAME>\` or \`--secrets-file\`.
`;
