import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { decodeFromHost, HostLostError, startHost } from './host-process.js';
import { defaultLimits } from './limits.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-host-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Starts a fake host that answers each message with the value of the expression `reply`. */
const fakeHost = async (reply: string, limits = defaultLimits) => {
  const file = join(folder, 'host.mjs');
  await writeFile(
    file,
    `process.on('message', ({ id }) => process.send(${reply}));\nprocess.send({ kind: 'ready' });\n`,
  );
  return startHost(limits, () =>
    fork(file, [], { execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  );
};

describe('a script host', () => {
  it.each([
    ['nothing', 'null'],
    ['a text', '"answer"'],
    ['a list', '[]'],
    ['an unknown kind', '({ kind: "constructor", id })'],
    ['no id', '({ kind: "answer", text: "{}" })'],
    ['an id that is not a number', '({ kind: "answer", id: "1", text: "{}" })'],
    ['an answer without a text', '({ kind: "answer", id, text: { length: 1 } })'],
    ['an unknown error', '({ kind: "fault", id, fault: "__proto__", message: "" })'],
    [
      'a failure with wrong reports',
      '({ kind: "failed", id, error: "", reported: { logs: [1], tests: [], scripts: [] } })',
    ],
    [
      'a failure with wrong names',
      '({ kind: "failed", id, error: "", reported: { logs: [], tests: [], scripts: [1] } })',
    ],
    ['a text that is too long', '({ kind: "answer", id, text: "x".repeat(10 * 1024 * 1024) })'],
  ])('that sends %s is ended as if it had crashed', async (_, reply) => {
    const host = await fakeHost(reply);
    await host.ready;
    const lost = await host.check('x').catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(HostLostError);
    expect(lost).toMatchObject({ onPurpose: false });
    await host.exited;
    expect(host.isAlive()).toBe(false);
  });

  it('that sends valid messages keeps running', async () => {
    const host = await fakeHost('({ kind: "answer", id, text: "{}" })');
    expect(await host.check('x')).toBe('{}');
    expect(host.isAlive()).toBe(true);
    host.kill();
    await host.exited;
  });

  it("is given a handler's time limit to check a script", async () => {
    const host = await fakeHost('({ kind: "answer", id: id + 1, text: "to nobody" })', {
      ...defaultLimits,
      wallMs: 50,
    });
    await expect(host.check('x')).rejects.toThrow('longer than 50 ms');
    host.kill();
    await host.exited;
  });
});

it('a message from the script host is decoded unchanged', () => {
  const reported = { logs: ['{}'], tests: [], scripts: ['null'] };
  for (const message of [
    { kind: 'ready' },
    { kind: 'answer', id: 1, text: '{}' },
    { kind: 'gone', id: 2 },
    { kind: 'failed', id: 3, error: '{}', reported, loading: true },
    { kind: 'fault', id: 4, fault: 'memory', message: 'm' },
  ])
    expect(decodeFromHost(message, defaultLimits)).toEqual(message);
});
