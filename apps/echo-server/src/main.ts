#!/usr/bin/env node
import { startProgram } from '@tandem/node/cli/start';

await startProgram('echo-server', new URL('./run.js', import.meta.url));
