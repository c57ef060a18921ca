import { relative } from 'node:path';

const toOneLine = (text) => text.replace(/\s+/g, ' ');

/** Prints a line for each tested mutant, because the report is written only at the end of a long run. */
class LiveReporter {
  onMutantTested({ status, fileName, location, replacement }) {
    if (status === 'Ignored' || status === 'CompileError') return;
    const { line, column } = location.start;
    const at = `${relative(process.cwd(), fileName)}:${line}:${column}`;
    process.stderr.write(`${status} ${at} ${toOneLine(replacement ?? '')}\n`);
  }
}

/** Reads the sampling interval: one of this many mutants is tested. */
export const readSampleInterval = () => Number(process.env.TANDEM_MUTATION_EVERY ?? 1);

/** Reads the number of the first tested mutant, from 1. A different number selects a different sample. */
const readFirstMutant = () => Number(process.env.TANDEM_MUTATION_FIRST ?? 1);

/** Selects a sample of the mutants. To skip the others, it reports that they do not compile. */
class SampleChecker {
  init() {
    return Promise.resolve();
  }

  check(mutants) {
    const isTested = ({ id }) => (Number(id) - (readFirstMutant() - 1)) % readSampleInterval() === 0;
    const result = (mutant) =>
      isTested(mutant) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' };
    return Promise.resolve(Object.fromEntries(mutants.map((mutant) => [mutant.id, result(mutant)])));
  }

  group(mutants) {
    return Promise.resolve([mutants.map(({ id }) => id)]);
  }
}

export const strykerPlugins = [
  { kind: 'Reporter', name: 'live', injectableClass: LiveReporter },
  { kind: 'Checker', name: 'sample', injectableClass: SampleChecker },
];
