import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  defineChoiceFlag,
  defineIntegerFlag,
  defineListFlag,
  readFlags,
  defineSwitchFlag,
  defineTextFlag,
} from './flags.js';

const program = {
  name: 'probe',
  version: '1.2.3',
  description: 'A probe',
  flags: {
    port: defineIntegerFlag({
      flags: '--port <n>',
      description: 'Port',
      env: 'PROBE_PORT',
      fallback: 0,
      minimum: 0,
      maximum: 65_535,
    }),
    host: defineTextFlag({
      flags: '--host <h>',
      description: 'Host',
      env: 'PROBE_HOST',
      fallback: '127.0.0.1',
    }),
    mode: defineChoiceFlag({
      flags: '--mode <m>',
      description: 'Mode',
      env: 'PROBE_MODE',
      choices: ['slow', 'fast'],
      fallback: 'slow',
    }),
    names: defineListFlag({ flags: '--name <n>', description: 'Name', env: 'PROBE_NAMES' }),
    hosts: defineListFlag({
      flags: '--host-name <h>',
      description: 'Host',
      env: 'PROBE_HOST_NAMES',
      shape: { pattern: /^[a-z.]+$/, words: 'the name of a host' },
    }),
    secrets: defineListFlag({
      flags: '--secrets <s>',
      description: 'Secrets',
      env: 'PROBE_SECRETS',
      commas: true,
    }),
    trust: defineSwitchFlag({ flags: '--trust', description: 'Trust', env: 'PROBE_TRUST' }),
    noWindow: defineSwitchFlag({ flags: '--no-window', description: 'No window', env: 'PROBE_NO_WINDOW' }),
  },
};

const values = (argv: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const read = readFlags(program, argv, env);
  if ('ended' in read) throw new Error(read.ended.text);
  return read.values;
};

const readEnded = (argv: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const read = readFlags(program, argv, env);
  if ('values' in read) throw new Error('the command line was accepted');
  return read.ended;
};

describe('a command line', () => {
  it('gets the defaults if no flag is set', () => {
    expect(values([])).toEqual({
      port: 0,
      host: '127.0.0.1',
      mode: 'slow',
      names: [],
      hosts: [],
      secrets: [],
      trust: false,
      noWindow: false,
    });
  });

  it('may have values after a space or an equals sign', () => {
    expect(values(['--port', '80', '--host=::1', '--mode', 'fast', '--trust', '--no-window'])).toMatchObject({
      port: 80,
      host: '::1',
      mode: 'fast',
      trust: true,
      noWindow: true,
    });
  });

  it('may repeat a flag, and all values are collected', () => {
    expect(values(['--name', 'a', '--name', 'b']).names).toEqual(['a', 'b']);
  });

  it('may separate values by commas if the flag allows that', () => {
    expect(values(['--secrets', 'A, B', '--secrets=C']).secrets).toEqual(['A', 'B', 'C']);
    expect(values(['--name', 'a,b']).names).toEqual(['a,b']);
    expect(values([], { PROBE_SECRETS: 'A,B' }).secrets).toEqual(['A', 'B']);
  });

  it('overrides variables, and variables override defaults', () => {
    const env = { PROBE_PORT: '81', PROBE_HOST: 'h', PROBE_NAMES: 'a,b', PROBE_TRUST: 'yes' };
    expect(values(['--port', '82'], env)).toMatchObject({
      port: 82,
      host: 'h',
      names: ['a', 'b'],
      trust: true,
    });
  });

  it('is read as if an empty variable were not set', () => {
    expect(values([], { PROBE_PORT: '' }).port).toBe(0);
  });

  it.each([
    [['--prot', '1'], /unknown option '--prot'.*--port/],
    [['--port', '65536'], /whole number from 0 to 65535/],
    [['--port', '1e3'], /whole number/],
    [['--port', '-1'], /--port/],
    [['--port'], /argument missing/],
    [['--mode', 'x'], /slow, fast/],
    [['--host', ' '], /not empty/],
    [['--name', ''], /not empty/],
    [['--name', 'a', '--name', ' '], /not empty/],
    [['--secrets', 'A,,B'], /not empty/],
    [['--host-name', 'http://a'], /the name of a host/],
    [['extra'], /too many arguments/],
  ])('is refused with code 2 and one line: %j', (argv, message) => {
    const { exitCode, text } = readEnded(argv);
    expect(exitCode).toBe(2);
    expect(text).toMatch(message);
    expect(text).not.toContain('\n');
    expect(text).toMatch(/^probe: /);
  });

  it('is refused with the name of a variable that has an invalid value', () => {
    expect(readEnded([], { PROBE_PORT: 'x' }).text).toMatch(/PROBE_PORT=x is invalid/);
    expect(readEnded([], { PROBE_TRUST: 'perhaps' })).toMatchObject({ exitCode: 2 });
  });

  it('with --help lists every flag and variable, and with --version prints the version', () => {
    const help = readEnded(['--help']);
    expect(help.exitCode).toBe(0);
    for (const { flags } of Object.values(program.flags)) expect(help.text).toContain(flags.split(' ')[0]);
    for (const { env } of Object.values(program.flags)) expect(help.text.replace(/\s+/g, ' ')).toContain(env);
    expect(readEnded(['--version'])).toEqual({ exitCode: 0, text: '1.2.3\n' });
  });

  it('never causes an exception', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (argv) => {
        const read = readFlags(program, argv, {});
        expect('values' in read || read.ended.text.length > 0).toBe(true);
      }),
    );
  });
});
