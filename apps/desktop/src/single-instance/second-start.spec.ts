import type { RaiseAnswer } from '@tandem/window-server';
import { describe, expect, it } from 'vitest';

import { formatSecondStart, formatSecondStartNotes } from './second-start.js';

const answer: RaiseAnswer = {
  pid: 7,
  version: '1',
  page: 'http://127.0.0.1:4001/#token=x',
  echo: 'http://127.0.0.1:4002',
  mcp: 'http://127.0.0.1:4003/',
  keepRunning: false,
  logLevel: 'info',
  shown: 'raised',
  opened: [],
  refused: [],
};
const wantedOptions = {
  port: 0,
  echoPort: 0,
  mcpPort: 0,
  keepRunning: false,
  allowEnvSecrets: [],
  rotateKey: false,
  logLevel: 'info',
};

describe('a second start', () => {
  it("prints the addresses of the first start, and what happened to the first start's window", () => {
    expect(formatSecondStart(answer, '1')).toEqual([
      'tandem window   http://127.0.0.1:4001/#token=x',
      'tandem echo     http://127.0.0.1:4002',
      'tandem mcp      http://127.0.0.1:4003/',
      'Tandem is already running (process 7): its window was brought to the front',
    ]);
  });

  it('reports that the first start has another version, and which workspaces it opened', () => {
    expect(formatSecondStart({ ...answer, shown: 'opened', opened: ['Shop', 'Zoo'] }, '2').at(-1)).toBe(
      'Tandem is already running (process 7, version 1): it opened a window; it opened the workspace Shop; ' +
        'it opened the workspace Zoo',
    );
  });

  it('prints no notes if its options match', () => {
    expect(formatSecondStartNotes(answer, wantedOptions)).toEqual([]);
    expect(
      formatSecondStartNotes(answer, { ...wantedOptions, port: 4001, echoPort: 4002, mcpPort: 4003 }),
    ).toEqual([]);
  });

  it('names each option that has no effect, and each folder that could not be opened', () => {
    const ports = { port: 1, echoPort: 2, mcpPort: 3 };
    const other = {
      ...ports,
      keepRunning: true,
      allowEnvSecrets: ['KEY'],
      rotateKey: true,
      logLevel: 'debug',
    };
    expect(formatSecondStartNotes({ ...answer, refused: ['/x is no folder'] }, other)).toEqual([
      '--port 1 has no effect, because Tandem is already running',
      '--echo-port 2 has no effect, because Tandem is already running',
      '--mcp-port 3 has no effect, because Tandem is already running',
      '--keep-running has no effect, because Tandem is already running',
      '--allow-env-secrets has no effect, because Tandem is already running',
      '--rotate-key has no effect, because Tandem is already running',
      '--log-level debug has no effect, because Tandem is already running',
      '/x is no folder',
    ]);
  });
});
