import { agentHabits } from '@tandem/folder';

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

/** Where the first request is sent: the default port of the echo server's package. */
export const firstUrl = 'http://127.0.0.1:8080';

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

/** Tandem is not published, so a variable names the package that the workflow installs. */
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

/** The files of a new workspace folder by their paths in it. */
export const createFirstFiles = (name: string): Readonly<Record<string, string>> => ({
  'tandem/opencollection.yml': `opencollection: "1.0.0"\ninfo:\n  name: ${quoteYaml(name)}\n`,
  'tandem/environments/local.yml': environment,
  'tandem/say-hello.yml': request,
  'tandem/say-hello.js': script,
  '.gitignore': ignoreFileText,
  'AGENTS.md': agents,
  '.github/workflows/api.yml': workflow,
});
