import { relative } from 'node:path';

const maxModules = 10;

/** Measures the time of a file's tests and hooks, without its imports. */
const measureSeconds = (module) => module.diagnostic().duration / 1000;

/** Prints the ten slowest files of a test run. */
export default class Slowest {
  onInit(vitest) {
    this.root = vitest.config.root;
  }

  onTestRunEnd(modules) {
    if (modules.length < 2) return;
    const slowest = [...modules].sort((a, b) => measureSeconds(b) - measureSeconds(a)).slice(0, maxModules);
    const lines = slowest.map((module) => {
      const seconds = measureSeconds(module).toFixed(1).padStart(7);
      return `${seconds} s  ${relative(this.root, module.moduleId)}\n`;
    });
    process.once('exit', () =>
      process.stdout.write(`\nThe slowest ${lines.length} files:\n${lines.join('')}`),
    );
  }
}
