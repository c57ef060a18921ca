/** Ends a test run with the line `N passed, N failed`, and fails a run without any test. */
export default class ClosingLine {
  onTestRunEnd(modules, errors) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      const failedBefore = counts.failed;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === 'pending' ? 'skipped' : state] += 1;
      }
      // A file without a failed test may still fail, because of its import or a hook.
      if (module.state() === 'failed' && counts.failed === failedBefore) counts.failed += 1;
    }
    counts.failed += errors.length;
    if (counts.passed + counts.failed === 0) process.exitCode = 1;
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    process.once('exit', () => {
      process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
    });
  }
}
