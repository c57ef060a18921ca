#!/usr/bin/env node
import { startProgram } from '@tandem/node/cli/start';

await startProgram('desktop', new URL('./run.js', import.meta.url));
