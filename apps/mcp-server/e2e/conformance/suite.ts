import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { fetchModule } from '../../../../tools/fetch/fetch-tool.mjs';

const shim = new URL('../../../../tools/conformance/node-20.mjs', import.meta.url);

/**
 * Installs the official conformance suite once.
 * @returns the path of its program
 */
export const fetchSuite = () => fetchModule('conformance', '@modelcontextprotocol/conformance/dist/index.js');

/** The exit code and the output of the suite. */
export interface SuiteResult {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the official conformance suite against the server at `url`. */
export const executeSuite = async (url: string, ...args: readonly string[]): Promise<SuiteResult> => {
  const suite = await fetchSuite();
  return new Promise((resolve) => {
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
};

/** One check of a scenario. */
interface Check {
  readonly name: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/**
 * Runs all scenarios of a revision against the server in one process.
 * @returns the checks of each scenario that ran
 */
export const executeAllScenarios = async (
  url: string,
  revision: string,
  folder: string,
): Promise<ReadonlyMap<string, readonly Check[]>> => {
  await executeSuite(url, '--suite', 'all', '--spec-version', revision, '--output-dir', folder);
  const results = (await readdir(folder)).map(async (name) => {
    // Folder names such as `server-tools-list-2026-07-28T10-11-12-131Z`.
    const scenario = name.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1');
    return [scenario, JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8'))] as const;
  });
  return new Map((await Promise.all(results)) as (readonly [string, readonly Check[]])[]);
};
