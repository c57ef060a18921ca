/**
 * Mutates a library's source and counts the mutants that its tests detect. `npm run mutate -- <file or folder>...`;
 * `--every 4` tests every fourth mutant, with `--first 3` the third, the seventh and so on, `--tests <glob>` runs
 * only these test files, `--runs 20` limits property tests to 20 examples, `--timeout 120` waits longer for a mutant
 * on a busy machine, in seconds, and `--static` includes mutants in code that runs only when a module is loaded.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { fetchModule, importModule } from '../fetch/fetch-tool.mjs';
import { root } from '../launch/say.mjs';
import { createSandbox } from './sandbox.mjs';
import { NoSubject, determineSubject } from './subject.mjs';

const reports = join(root, '.tandem', 'mutation');

const createOptions = ({ name, mutate }, { withStatic, every, tests, timeout }, runner) => ({
  mutate,
  testRunner: 'vitest',
  plugins: [runner, join(root, 'tools', 'mutation', 'plugins.mjs')],
  checkers: every > 1 ? ['sample'] : [],
  testFiles: tests,
  vitest: { configFile: 'tools/mutation/vitest.config.mjs', related: true },
  coverageAnalysis: 'perTest',
  ignoreStatic: !withStatic,
  concurrency: 1,
  timeoutMS: timeout * 1000,
  dryRunTimeoutMinutes: 20,
  inPlace: true,
  disableTypeChecks: false,
  tempDirName: '.tandem/mutation-backup',
  ignorePatterns: ['dist', 'dist-ui', 'docs/images'],
  reporters: ['live', 'clear-text', 'json'],
  clearTextReporter: { logTests: false, allowColor: false, allowEmojis: false },
  jsonReporter: { fileName: join(reports, `${name.replace(/[^\w.-]+/g, '-')}.json`) },
  allowConsoleColors: false,
  logLevel: 'warn',
});

/**
 * A mutant counts as detected if it makes the tests hang, and as undetected if no test covers it. Stryker removes the mutants outside
 * the sample before it checks the coverage, so all counts are those of the sample.
 */
const formatSummary = (name, results) => {
  const count = (...statuses) => results.filter(({ status }) => statuses.includes(status)).length;
  const [killed, survived, uncovered] = [count('Killed', 'Timeout'), count('Survived'), count('NoCoverage')];
  const [tested, left] = [killed + survived + uncovered, count('CompileError')];
  const score = tested === 0 ? 0 : (100 * killed) / tested;
  const sample = left > 0 ? ` in a sample of ${tested} of ${tested + left}` : '';
  return `${name}: ${killed} killed (${count('Timeout')} of them timed out), ${survived} survived and ${uncovered} without a test${sample}, score ${score.toFixed(1)} %`;
};

const run = async (subject, options) => {
  const { Stryker } = await importModule('stryker', '@stryker-mutator/core');
  const runner = await fetchModule('stryker', '@stryker-mutator/vitest-runner');
  mkdirSync(reports, { recursive: true });
  const sandbox = createSandbox();
  process.once('exit', () => rmSync(sandbox, { recursive: true, force: true }));
  process.env.TANDEM_MUTATION_PROJECTS = subject.projects.join(',');
  process.env.TANDEM_MUTATION_EVERY = String(options.every);
  process.env.TANDEM_MUTATION_FIRST = String(options.first);
  process.env.TANDEM_MUTATION_TIMEOUT = String(options.timeout * 1000);
  if (options.runs !== undefined) process.env.TANDEM_MUTATION_RUNS = String(options.runs);
  process.chdir(sandbox);
  const results = await new Stryker(createOptions(subject, options, runner)).runMutationTest();
  process.chdir(root);
  process.stdout.write(`${formatSummary(subject.name, results)}\n`);
};

const parseWholeNumber = (flag, text) => {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new NoSubject(`${flag} ${text} is not valid; use a whole number from 1`);
};

const parseCommandLine = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      static: { type: 'boolean', default: false },
      every: { type: 'string', default: '1' },
      first: { type: 'string', default: '1' },
      tests: { type: 'string', multiple: true, default: [] },
      runs: { type: 'string' },
      timeout: { type: 'string', default: '40' },
    },
  });
  const options = {
    withStatic: values.static,
    every: parseWholeNumber('--every', values.every),
    first: parseWholeNumber('--first', values.first),
    tests: values.tests,
    runs: values.runs === undefined ? undefined : parseWholeNumber('--runs', values.runs),
    timeout: parseWholeNumber('--timeout', values.timeout),
  };
  return { paths: positionals, options };
};

try {
  const { paths, options } = parseCommandLine();
  await run(determineSubject(paths, process.env.INIT_CWD ?? process.cwd()), options);
} catch (error) {
  const isUsage = error instanceof NoSubject || error.code?.startsWith('ERR_PARSE_ARGS') === true;
  if (!isUsage) throw error;
  process.stderr.write(`tandem: ${error.message}\n`);
  process.exitCode = 2;
}
