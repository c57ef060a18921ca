#!/usr/bin/env node
import { startProgram } from '@tandem/cli/start';

await startProgram('desktop', import.meta.url, async () => {
  const { run } = await import('./run.js');
  return () => run(process.argv.slice(2), process.env);
});
