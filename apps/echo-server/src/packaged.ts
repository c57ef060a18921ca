#!/usr/bin/env node
import { run } from './run.js';

/** The command of the package: its default port is 8080, where inside the repository it is any that is free. */
process.exit(await run(process.argv.slice(2), process.env, 8080));
