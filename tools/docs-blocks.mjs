/**
 * Runs the command blocks in the documents. A ```sh block is run as a script; a block whose first line is `# server`
 * starts a program, waits for its ready line, and keeps it running for the following blocks up to the next heading.
 * `# not run` skips a block and must say why. Document names on the command line limit the run to these.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { root } from './launch/say.mjs';

const guides = readdirSync(join(root, 'docs', 'guides')).map((name) => `docs/guides/${name}`);
const namedDocuments = process.argv.slice(2);
const files =
  namedDocuments.length > 0
    ? namedDocuments
    : [
        ...['README.md', 'CONTRIBUTING.md', 'examples/shop/README.md', 'examples/move-in/README.md'],
        ...['examples/move-in/real-life/README.md', ...guides],
      ];

/** Commands that CI runs as separate steps. */
const ownSteps = process.env.CI ? ['npm test'] : [];

/** Maximum time of a block, in milliseconds. */
const blockMs = 900_000;

/** Maximum time until a server is ready, including the first build, in milliseconds. */
const readyMs = 300_000;

/** Parses the blocks and headings of a document, in order. */
const parseDocumentParts = (text) =>
  [...text.matchAll(/^(#+ .*)$|^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, heading, language, body]) => ({
    heading,
    language,
    body,
  }));

const env = {
  ...process.env,
  TANDEM_DATA_DIR: join(tmpdir(), `tandem-docs-${process.pid}`),
  TANDEM_NO_WINDOW: 'true',
};

const start = (script) =>
  new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', `exec ${script.replace(/^#.*\n/gm, '').trim()}`], {
      cwd: root,
      env,
      detached: true,
    });
    const timer = setTimeout(() => {
      process.kill(-child.pid, 'SIGTERM');
      reject(new Error(`not ready: ${script}`));
    }, readyMs);
    child.stdout.on('data', (text) => {
      if (!/listening on|tandem mcp/.test(String(text))) return;
      clearTimeout(timer);
      resolve(child);
    });
    child.stderr.pipe(process.stderr);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code}: ${script}`));
    });
  });

const isRunning = (group) => {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
};

/** Ends a server and its child processes, because the next server may use the same port. */
const stop = async (child) => {
  child.removeAllListeners('exit');
  process.kill(-child.pid, 'SIGTERM');
  while (isRunning(child.pid)) await wait(50);
};

const runFile = async (file) => {
  let running = [];
  const stopAll = async () => {
    await Promise.all(running.map(stop));
    running = [];
  };
  try {
    for (const { heading, language, body } of parseDocumentParts(readFileSync(join(root, file), 'utf8'))) {
      if (heading) await stopAll();
      if (language !== 'sh' || body.startsWith('# not run') || ownSteps.includes(body.trim())) continue;
      process.stderr.write(`${file}: ${body.trim().split('\n').join('; ')}\n`);
      if (body.startsWith('# server')) running.push(await start(body));
      else if (
        spawnSync('bash', ['-euo', 'pipefail', '-c', body], {
          cwd: root,
          env,
          stdio: 'inherit',
          timeout: blockMs,
        }).status !== 0
      ) {
        throw new Error(`${file}: a block failed:\n${body}`);
      }
    }
  } finally {
    await stopAll();
  }
};

try {
  for (const file of files) await runFile(file);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(env.TANDEM_DATA_DIR, { recursive: true, force: true });
}
