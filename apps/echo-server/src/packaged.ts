#!/usr/bin/env node
import { run } from './run.js';

/** The command of the package. Its default port is 8080; in the repository, it is any free port. */
process.exit(await run(process.argv.slice(2), process.env, 8080));
