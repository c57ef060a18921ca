import { type Guard, type GuardDecision, findGuardProblem, type GuardRule, openGuard } from '@tandem/core';

/** The labels of the verdicts. */
export const decisionLabels: Readonly<Record<GuardDecision, string>> = {
  allow: 'Allow',
  ask: 'Ask',
  deny: 'Deny',
};

const formatList = (all: readonly string[], none: string): string =>
  all.length === 0 ? none : all.join(', ');

/** A guard in sentences, one per limit. */
export const guardSentences = (guard: Guard | undefined): readonly string[] => {
  const { protected: isProtected, agents } = guard ?? openGuard;
  const { rules, otherwise, perMinute } = agents;
  const sentences = [
    ...(isProtected ? ['Anything but GET, HEAD and OPTIONS is asked about'] : []),
    ...rules.map(
      ({ methods, hosts, then }) =>
        `${decisionLabels[then]} ${formatList(methods, 'every method')} to ${formatList(hosts, 'every host')}`,
    ),
    ...(otherwise === 'allow' ? [] : [`${decisionLabels[otherwise]} everything else`]),
    ...(perMinute === undefined ? [] : [`At most ${perMinute} requests a minute`]),
  ];
  return sentences.length === 0 ? ['Agents may send everything'] : sentences;
};

/** A rule as typed: names separated by commas or spaces. */
export interface TypedRule {
  readonly methods: string;
  readonly hosts: string;
  readonly then: GuardDecision;
}

/** The rules for agents as typed. */
export interface TypedRules {
  readonly rules: readonly TypedRule[];
  readonly otherwise: GuardDecision;
  readonly perMinute: string;
}

/** Rules as form fields. */
export const toTypedRules = ({ agents: { rules, otherwise, perMinute } }: Guard): TypedRules => ({
  rules: rules.map(({ methods, hosts, then }) => ({
    methods: methods.join(', '),
    hosts: hosts.join(', '),
    then,
  })),
  otherwise,
  perMinute: perMinute === undefined ? '' : String(perMinute),
});

const splitNames = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((one) => one !== '');

const toGuardRule = ({ methods, hosts, then }: TypedRule): GuardRule => ({
  methods: splitNames(methods).map((one) => one.toUpperCase()),
  hosts: splitNames(hosts),
  then,
});

/** The guard with the typed rules, or why they are invalid. */
export const toGuard = (
  { protected: isProtected }: Guard,
  { rules, otherwise, perMinute }: TypedRules,
): Guard | string => {
  const number = perMinute.trim();
  if (number !== '' && !(/^\d{1,6}$/.test(number) && Number(number) >= 1 && Number(number) <= 100_000))
    return 'The requests a minute must be a whole number from 1 to 100,000, or empty for any number.';
  const guard = {
    protected: isProtected,
    agents: {
      rules: rules.map(toGuardRule),
      otherwise,
      ...(number === '' ? {} : { perMinute: Number(number) }),
    },
  };
  const found = findGuardProblem(guard);
  if (found === undefined) return guard;
  const [, at, field] = /rules\[(\d+)\]\.(\w+)/.exec(found.path) ?? [];
  return at === undefined
    ? `The list ${found.problem}.`
    : `Rule ${Number(at) + 1}: ${field} ${found.problem}.`;
};
