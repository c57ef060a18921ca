import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const shim = new URL('../../../../tools/conformance/node-20.mjs', import.meta.url);
const suite = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');

/** The exit code and the output of the suite. */
export interface Verdict {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the official conformance suite against the server at `url`. */
export const judge = (url: string, ...args: readonly string[]): Promise<Verdict> =>
  new Promise((resolve) => {
    const command = ['--import', shim.href, suite, 'server', '--url', url, ...args];
    const child = spawn(process.execPath, command, { cwd: fileURLToPath(new URL('.', import.meta.url)) });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.on('close', (code) => {
      resolve({ code, output });
    });
  });
