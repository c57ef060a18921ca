#!/usr/bin/env node
import { commands } from './launch/commands.mjs';
import { checkNode } from './launch/node-version.mjs';

checkNode();
const [name = '', ...given] = process.argv.slice(2);
// As npm takes it away, so that a command may be written either way.
const args = given[0] === '--' ? given.slice(1) : given;
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command === undefined) {
  process.stderr.write(
    `tandem: there is no command "${name}"; known are ${Object.keys(commands).join(', ')}\n`,
  );
  process.exitCode = 2;
} else {
  await command(args);
}
