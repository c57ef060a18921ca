import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createSecretCommand } from './secret-command.js';

let folder = '';
let program = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-command-'));
  program = join(folder, 'a tool.mjs');
  await writeFile(
    program,
    `import { appendFileSync } from 'node:fs';
    const [how, ...rest] = process.argv.slice(2);
    appendFileSync(${JSON.stringify(join(folder, 'calls'))}, JSON.stringify([how, ...rest]) + '\\n');
    if (how === 'fail') { console.log('half-of-the-secret'); console.error('the-secret'); process.exit(3); }
    if (how === 'hang') setInterval(() => {}, 1000);
    if (how === 'much') console.log('x'.repeat(100_000));
    if (how === 'read') console.log('  value of ' + rest.join('|') + '\\n');`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

const command = (rest: string) => `"${process.execPath}" "${program}" ${rest}`;
const calls = async () => (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n');

describe('a secret command', { tags: 'secrets:command' }, () => {
  it('is disabled if it is blank', async () => {
    for (const one of [undefined, '', '  '])
      expect(await createSecretCommand(() => Promise.resolve(one)).isOn()).toBe(false);
    expect(await createSecretCommand(() => Promise.resolve('x {name}')).isOn()).toBe(true);
  });

  it('runs without a shell, and its output is trimmed and redacted', async () => {
    const text = command(`read {name} '$HOME; rm {name}' && | > x`);
    const provider = createSecretCommand(() => Promise.resolve(text));
    const value = 'value of KEY|$HOME; rm KEY|&&|||>|x';
    expect(await provider.read('KEY')).toEqual({ value });
    expect(provider.all()).toEqual([{ name: 'KEY', value }]);
  });

  it.each([
    ['fail {name}', 'ended with exit code 3'],
    ['much {name}', 'wrote more than 65536 bytes'],
    ['nothing {name}', 'wrote nothing'],
    ['read', 'has no {name}'],
  ])('that is %s provides no value and shows none of its output', async (rest, problem) => {
    const provider = createSecretCommand(() => Promise.resolve(command(rest)));
    expect(await provider.read('KEY')).toEqual({ problem });
    expect(provider.all()).toEqual([]);
  });

  it('is stopped if it takes too long, and a missing program is reported', async () => {
    const hanging = createSecretCommand(() => Promise.resolve(command('hang {name}')), { timeoutMs: 300 });
    expect(await hanging.read('KEY')).toEqual({ problem: 'took too long' });
    const missing = createSecretCommand(() => Promise.resolve(`${folder}/none {name}`));
    expect(await missing.read('KEY')).toEqual({ problem: 'was not found' });
  });

  it.each(['--help', '../KEY', 'a/b', 'a b', ''])('does not run for the name %j', async (name) => {
    const before = await calls();
    const provider = createSecretCommand(() => Promise.resolve(command('read {name}')));
    expect(await provider.read(name)).toEqual({
      problem: 'takes only names of letters, digits, _, . and -',
    });
    expect(await calls()).toEqual(before);
  });

  it('runs once a minute for each name, and again after a failure', async () => {
    let now = 0;
    let rest = 'read {name}';
    const provider = createSecretCommand(() => Promise.resolve(command(rest)), { now: () => now });
    const before = (await calls()).length;
    await Promise.all([provider.read('ONE'), provider.read('ONE'), provider.read('TWO')]);
    now = 59_000;
    await provider.read('ONE');
    expect(await calls()).toHaveLength(before + 2);
    now = 60_000;
    await provider.read('ONE');
    rest = 'fail {name}';
    await provider.read('ONE');
    await provider.read('ONE');
    expect(await calls()).toHaveLength(before + 5);
  });
});
