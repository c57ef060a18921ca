#!/usr/bin/env node
import { run } from './run.js';

/** Runs the package's command, with the default port 8080. In the repository, the default is any free port. */
process.exit(await run(process.argv.slice(2), process.env, 8080));
