import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { agentHabits } from '@tandem/folder';
import type { Output } from '@tandem/node/cli/commands';

import { isPresent } from '../input-file.js';
import { CommandRefusal, exitCodes, handleRefusal } from '../refusal.js';

/** Quotes any word as a YAML value. */
const quoteYaml = (text: string): string => JSON.stringify(text);

const request = `info:
  name: Say hello
  type: http
  seq: 1
http:
  method: GET
  url: "{{url}}/hello?name=Tandem"
`;

const script = `export function onTest(req, res) {
  test('is answered', () => expect(res.status).toBe(200));
}
`;

/** The URL of the first request: the default port of the echo server's package. */
const firstUrl = 'http://127.0.0.1:8080';

const environment = `name: Local
variables:
  # The URL of your API; "tandem echo --port 8080" answers here.
  - name: url
    value: ${firstUrl}
`;

const ignoreFileText = `node_modules/
.env
report.html
report.json
report.xml
`;

const agents = `# For agents working on this folder

\`tandem/\` is a workspace of Tandem: each request is a YAML file in the OpenCollection format, with its script of the same name beside it.
\`environments/\` holds the variables.

- \`tandem validate\` reads every file and shows what is wrong, with line and column. Run it after you edit one.
- \`tandem run\` sends the requests and runs their tests; \`tandem run tandem/say-hello.yml\` runs one.
- A script exports \`onRequest\`, \`onResponse\` and \`onTest\`. Tests are \`test(name, () => expect(value).toBe(other))\`.
- Write no secret into a file. Secrets come from \`TANDEM_SECRET_<NAME>\` or \`--secrets-file\`.

With the MCP tools of Tandem, which \`tandem connect\` adds to your client:

${agentHabits}`;

/** The CI workflow. Tandem is not published, so a variable names the package that the workflow installs. */
const workflow = `name: API
on: [push, pull_request]
jobs:
  run:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24 }
      # The URL or the path of the package of Tandem.
      - run: npm install --no-save "$TANDEM_PACKAGE"
        env:
          TANDEM_PACKAGE: \${{ vars.TANDEM_PACKAGE }}
      # Before this step, start what your requests are sent to.
      - run: npx tandem run --env Local --reporter spec --reporter github --reporter junit=report.xml
      - uses: actions/upload-artifact@v4
        if: always()
        with: { name: report, path: report.xml }
`;

/** The files of a new workspace folder by their relative paths. */
const createFirstFiles = (name: string): Readonly<Record<string, string>> => ({
  'tandem/opencollection.yml': `opencollection: "1.0.0"\ninfo:\n  name: ${quoteYaml(name)}\n`,
  'tandem/environments/local.yml': environment,
  'tandem/say-hello.yml': request,
  'tandem/say-hello.js': script,
  '.gitignore': ignoreFileText,
  'AGENTS.md': agents,
  '.github/workflows/api.yml': workflow,
});

/** The path of the skill. Claude Code and other agents look for a project's skills in this folder. */
const skillPath = '.claude/skills/tandem/SKILL.md';

/** The skill that teaches an agent to work with a workspace folder. */
const skill = `---
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

const writeNewFile = async (file: string, text: string): Promise<void> => {
  try {
    await mkdir(dirname(file), { recursive: true });
    // Fails instead of overwriting a file that was created meanwhile.
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    throw new CommandRefusal(`${file} cannot be written: ${(error as Error).message}`, exitCodes.unreadable);
  }
};

/** The paths that make a folder a workspace. */
const workspaceMarks = ['tandem', 'opencollection.yml'];

const isWorkspace = async (folder: string): Promise<boolean> =>
  (await Promise.all(workspaceMarks.map((path) => isPresent(join(folder, path))))).includes(true);

/** The files to create: all of them, or only the skill if there is a workspace already. */
const listInitialFiles = async (
  folder: string,
  hasSkill: boolean,
): Promise<Readonly<Record<string, string>>> => {
  const added = hasSkill ? { [skillPath]: skill } : {};
  if (hasSkill && (await isWorkspace(folder))) return added;
  return { ...createFirstFiles(basename(folder) || 'API'), ...added };
};

/** Creates a workspace folder with example files, and returns the exit code. */
export const initFolder = (
  given: string | undefined,
  { out, error }: Output,
  hasSkill: boolean,
): Promise<number> =>
  handleRefusal(error, async () => {
    const folder = resolve(given ?? '.');
    const files = Object.entries(await listInitialFiles(folder, hasSkill));
    const isNew = files.some(([path]) => path.startsWith('tandem/'));
    for (const path of [...(isNew ? workspaceMarks : []), ...files.map(([path]) => path)]) {
      if (await isPresent(join(folder, path)))
        throw new CommandRefusal(
          `${join(folder, path)} exists, and nothing is written over. Name another folder.`,
        );
    }
    for (const [path, text] of files) await writeNewFile(join(folder, path), text);
    out(files.map(([path]) => `made ${path}\n`).join(''));
    const named = given === undefined ? '' : ` ${given}`;
    if (isNew)
      out(`
Its request goes to ${firstUrl}. Put the URL of your API into
tandem/environments/local.yml, or start "tandem echo --port ${new URL(firstUrl).port}", which answers there.
Then run it with "tandem run${named}", or open it with "tandem open${named === '' ? ' .' : named}".
`);
    return exitCodes.green;
  });
