#!/usr/bin/env node
import { describeFailure } from './launch/failure.mjs';
import { checkNode } from './launch/node-version.mjs';

checkNode();
const [name = '', ...programArguments] = process.argv.slice(2);
// npm removes the first `--` before arguments. A second one is removed here, so that commands work with and
// without it.
const args = programArguments[0] === '--' ? programArguments.slice(1) : programArguments;

const start = async () => {
  process.cwd(); // throws if it was deleted
  const { commands } = await import('./launch/commands.mjs');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command(args);
  process.stderr.write(
    `tandem: there is no command "${name}"; known are ${Object.keys(commands).join(', ')}\n`,
  );
  process.exitCode = 2;
};

try {
  await start();
} catch (error) {
  const sentence = describeFailure(error);
  if (sentence === undefined) throw error;
  process.stderr.write(`tandem: ${sentence}\n`);
  process.exitCode = 1;
}
