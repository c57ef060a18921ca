/**
 * Changes one library's source in many small ways and counts the changes that its tests notice.
 * `npm run mutate -- <file or folder>...`; `--static` includes mutants of code that runs when a module is loaded.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { Stryker } from '@stryker-mutator/core';

import { root } from '../launch/say.mjs';
import { createSandbox } from './sandbox.mjs';
import { NoSubject, subjectOf } from './subject.mjs';

const args = process.argv.slice(2);
const withStatic = args.includes('--static');

const optionsFor = ({ name, mutate }) => ({
  mutate,
  testRunner: 'vitest',
  // Test selection is left to the coverage of each test, which also sees what runs in other packages.
  vitest: { configFile: 'tools/mutation/vitest.config.mjs', related: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: !withStatic,
  concurrency: 1,
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 20,
  inPlace: true,
  disableTypeChecks: false,
  tempDirName: '.tandem/mutation-backup',
  ignorePatterns: ['dist', 'dist-ui', 'docs/images'],
  reporters: ['clear-text', 'json'],
  clearTextReporter: { logTests: false, allowColor: false, allowEmojis: false },
  jsonReporter: { fileName: join(root, '.tandem', 'mutation', `${name.replace(/[^\w.-]+/g, '-')}.json`) },
  allowConsoleColors: false,
  logLevel: 'warn',
});

const count = (results, ...statuses) => results.filter(({ status }) => statuses.includes(status)).length;

/** A mutant that makes the tests hang was noticed, and one that no test runs was not. */
const summary = (name, results) => {
  const killed = count(results, 'Killed', 'Timeout');
  const survived = count(results, 'Survived', 'NoCoverage');
  const score = killed + survived === 0 ? 0 : (100 * killed) / (killed + survived);
  return `${name}: ${killed} killed, ${survived} survived, ${count(results, 'Ignored')} ignored, score ${score.toFixed(1)} %`;
};

const run = async (subject) => {
  mkdirSync(join(root, '.tandem', 'mutation'), { recursive: true });
  const sandbox = createSandbox();
  process.once('exit', () => rmSync(sandbox, { recursive: true, force: true }));
  process.env.TANDEM_MUTATION_PROJECTS = subject.projects.join(',');
  process.chdir(sandbox);
  const results = await new Stryker(optionsFor(subject)).runMutationTest();
  process.chdir(root);
  process.stdout.write(`${summary(subject.name, results)}\n`);
};

try {
  await run(
    subjectOf(
      args.filter((arg) => arg !== '--static'),
      process.env.INIT_CWD ?? process.cwd(),
    ),
  );
} catch (error) {
  if (!(error instanceof NoSubject)) throw error;
  process.stderr.write(`tandem: ${error.message}\n`);
  process.exitCode = 2;
}
