import { type Guard, openGuard } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { compareGuards, toGuard, formatGuardSentences, toTypedRules } from './environment-guard.js';

const guard: Guard = {
  protected: true,
  agents: {
    rules: [
      { methods: ['POST', 'PUT'], hosts: ['*.example.com'], then: 'deny' },
      { methods: [], hosts: [], then: 'allow' },
    ],
    otherwise: 'ask',
    perMinute: 30,
  },
};

describe('a guard in the window', () => {
  it('is described by one sentence for each limit', () => {
    expect(formatGuardSentences(undefined)).toEqual(['Agents may send everything']);
    expect(formatGuardSentences(openGuard)).toEqual(['Agents may send everything']);
    expect(formatGuardSentences(guard)).toEqual([
      'Ask before anything except GET, HEAD and OPTIONS',
      'Deny POST, PUT to *.example.com',
      'Allow every method to every host',
      'Ask everything else',
      'At most 30 requests per minute',
    ]);
  });

  it('is compared with another one by what only one of them says', () => {
    const [first, second] = guard.agents.rules;
    if (first === undefined || second === undefined) throw new Error('the guard has two rules');
    const withRules = (rules: typeof guard.agents.rules): Guard => ({
      ...guard,
      agents: { ...guard.agents, rules },
    });
    expect(compareGuards(guard, withRules([second]))).toEqual({
      removed: ['Deny POST, PUT to *.example.com'],
      added: [],
      unchanged: 4,
    });
    expect(compareGuards(undefined, withRules([second])).removed).toEqual(['Agents may send everything']);
    const reordered = compareGuards(guard, withRules([second, first]));
    expect(reordered).toMatchObject({ unchanged: 0, removed: formatGuardSentences(guard) });
    expect(reordered.added[1]).toBe('Allow every method to every host');
  });

  it('has the same rules after conversion to text and back', () => {
    expect(toGuard(guard, toTypedRules(guard))).toEqual(guard);
    const typed = { rules: [{ methods: 'post; put', hosts: 'a.test  b.test', then: 'ask' as const }] };
    expect(toGuard(openGuard, { ...typed, otherwise: 'allow', perMinute: ' ' })).toEqual({
      protected: false,
      agents: {
        rules: [{ methods: ['POST', 'PUT'], hosts: ['a.test', 'b.test'], then: 'ask' }],
        otherwise: 'allow',
      },
    });
  });

  it.each([
    [{ perMinute: '0' }, 'a whole number'],
    [{ perMinute: '1.5' }, 'a whole number'],
    [{ rules: [{ methods: '', hosts: 'http://a', then: 'ask' as const }] }, 'Rule 1: hosts has "http://a"'],
    [{ rules: [{ methods: 'G(T', hosts: '', then: 'ask' as const }] }, 'Rule 1: methods has "G(T"'],
  ])('is refused with invalid rules: %o', (typed, problem) => {
    expect(toGuard(openGuard, { ...toTypedRules(openGuard), ...typed })).toContain(problem);
  });
});
