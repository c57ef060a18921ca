import { describe, expect, it } from 'vitest';

import { countWaiting, filterProposedGuards, filterProposedHosts, isSecretAsked } from './use-waiting.js';

const nothing = {
  requests: [],
  writes: [],
  secretNames: [],
  connections: [],
  scripts: [],
  guards: [],
  hosts: [],
} as const;

describe('what waits for the person', { tags: 'trust:page' }, () => {
  it('is counted without scripts that neither read secrets nor send', () => {
    expect(countWaiting(nothing)).toBe(0);
    expect(
      countWaiting({
        ...nothing,
        secretNames: ['TOKEN', 'KEY'],
        scripts: [
          { usesSecrets: false, sends: false },
          { usesSecrets: true, sends: false },
          { usesSecrets: false, sends: true },
        ],
      }),
    ).toBe(4);
  });

  it('includes secrets that the workspace asks for, but not process variables, which every workspace is offered', () => {
    expect(isSecretAsked({ name: 'TOKEN', decision: 'waiting' })).toBe(true);
    expect(isSecretAsked({ name: 'TOKEN', decision: 'refused' })).toBe(false);
    expect(isSecretAsked({ name: 'process.env.TOKEN', decision: 'waiting' })).toBe(false);
  });

  it('includes what the files of environments propose', () => {
    type Environments = Parameters<typeof filterProposedGuards>[0];
    type Secrets = Parameters<typeof filterProposedHosts>[0];
    const environments = [{ name: 'Dev' }, { name: 'Live', proposedGuard: {} }] as unknown as Environments;
    const secrets = [{ name: 'KEY' }, { name: 'TOKEN', wanted: ['a.test'] }] as unknown as Secrets;
    expect(filterProposedGuards(environments).map(({ name }) => name)).toEqual(['Live']);
    expect(filterProposedHosts(secrets).map(({ name }) => name)).toEqual(['TOKEN']);
  });
});
