import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type Action, type ConfigClients, ConfigProblem, createConfigClients } from '@tandem/connect';
import { type AgentClient, agentClientIds } from '@tandem/core';
import { defaultDataFolder } from '@tandem/node';
import type { Output } from '@tandem/node/cli/commands';

import { getTandemProgram } from '../programs.js';
import { CommandRefusal, exitCodes, handleRefusal } from '../refusal.js';

/** Asks a person on the terminal. Without a terminal, the answer is no. */
const confirm = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } catch {
    // Ctrl+C or the end of the input.
    process.stderr.write('\n');
    return false;
  } finally {
    terminal.close();
  }
};

/** The values of the flags of both commands. */
interface ConnectFlags {
  readonly yes: boolean;
  readonly print: boolean;
  readonly dataDir: string | undefined;
}

const actionPhrases = {
  connect: { done: 'starts Tandem now', nothing: 'already starts Tandem' },
  disconnect: { done: 'no longer starts Tandem', nothing: 'does not start Tandem' },
} as const;

const resolveDataFolder = (given: string | undefined): string | undefined => {
  const folder = given === undefined ? undefined : resolve(given);
  return folder === defaultDataFolder() ? undefined : folder;
};

const hasWork = (action: Action, { isFound, state }: AgentClient): boolean =>
  action === 'connect' ? isFound : state === 'connected' || state === 'outdated';

const chooseClients = async (clients: ConfigClients, action: Action, given: string | undefined) => {
  if (given !== undefined) {
    const id = agentClientIds.find((one) => one === given);
    if (id !== undefined) return [await clients.look(id)];
    throw new CommandRefusal(`There is no client "${given}"; there are ${agentClientIds.join(', ')}.`);
  }
  const found = (await clients.list()).filter((client) => hasWork(action, client));
  if (found.length > 0) return found;
  const advice = `Name one of them: ${agentClientIds.join(', ')}.`;
  const nothing =
    action === 'connect' ? 'No MCP client was found' : 'No MCP client with an entry for Tandem was found';
  throw new CommandRefusal(`${nothing} on this machine. ${advice}`, exitCodes.red);
};

const describeUnusableClient = (action: Action, { id, reason, entry }: AgentClient): string => {
  const again = `run "tandem ${action} ${id}" again`;
  const byHand = action === 'connect' ? `, or add this by hand:\n\n${entry}` : '.\n';
  return `tandem: ${reason ?? ''} Nothing was changed. Correct the file and ${again}${byHand}`;
};

interface ConnectOperation extends Output {
  readonly clients: ConfigClients;
  readonly action: Action;
  readonly flags: ConnectFlags;
}

/** Shows the change for one client, asks for confirmation and applies the change. Returns an exit code. */
const changeClient = async (client: AgentClient, operation: ConnectOperation): Promise<number> => {
  const { clients, action, flags, out, error } = operation;
  const { id, name, file, state, revision } = client;
  if (state === 'unusable') {
    error(describeUnusableClient(action, client));
    return exitCodes.unreadable;
  }
  const change = client[action];
  if (change === null) {
    out(`${name} ${actionPhrases[action].nothing}: ${file}\n`);
    return exitCodes.green;
  }
  out(`${name}:\n${change}`);
  if (flags.print) return exitCodes.green;
  if (!flags.yes && !(await confirm(`Change ${file}?`))) {
    error(
      `${name} was not changed.${process.stdin.isTTY ? '' : ' Add --yes to change it without asking.'}\n`,
    );
    return exitCodes.red;
  }
  try {
    await clients.change(id, action, revision);
  } catch (problem) {
    if (!(problem instanceof ConfigProblem)) throw problem;
    error(describeUnusableClient(action, { ...client, reason: `${file} ${problem.message}.` }));
    return exitCodes.unreadable;
  }
  out(`${name} ${actionPhrases[action].done}. Restart it if it is running.\n`);
  return exitCodes.green;
};

/** Connects or disconnects the named clients, or all clients, and returns the exit code. */
export const connectClients = (
  action: Action,
  given: string | undefined,
  flags: ConnectFlags,
  output: Output,
): Promise<number> =>
  handleRefusal(output.error, async () => {
    const dataFolder = resolveDataFolder(flags.dataDir);
    const clients = createConfigClients({
      program: getTandemProgram(),
      ...(dataFolder === undefined ? {} : { dataFolder }),
    });
    let exitCode: number = exitCodes.green;
    for (const client of await chooseClients(clients, action, given))
      exitCode = Math.max(exitCode, await changeClient(client, { ...output, clients, action, flags }));
    return exitCode;
  });
