#!/usr/bin/env node
import { startProgram } from '@tandem/cli/start';

await startProgram('tandem', import.meta.url, async () => {
  const { run } = await import('./program.js');
  return () =>
    run(process.argv.slice(2), {
      out: (text) => process.stdout.write(text),
      error: (text) => process.stderr.write(text),
    });
});
