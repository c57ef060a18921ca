#!/usr/bin/env node
import { commands } from './launch/commands.mjs';
import { checkNode } from './launch/node-version.mjs';

checkNode();
const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command === undefined) {
  process.stderr.write(
    `tandem: there is no command "${name}"; known are ${Object.keys(commands).join(', ')}\n`,
  );
  process.exitCode = 2;
} else {
  await command(args);
}
