#!/usr/bin/env node
import { startProgram } from '@tandem/node/cli/start';

await startProgram('tandem', new URL('./program.js', import.meta.url));
