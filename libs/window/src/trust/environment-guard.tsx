import {
  type EnvironmentView,
  type Guard,
  openGuard,
  type GuardDecision,
  findGuardProblem,
  type GuardRule,
} from '@tandem/core';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';

import '../style/guard.css';
import { Badge, Button, IconButton, Select } from '../kit/index.js';
import { formatCount } from '../shell/phrases.js';
import { FoldedSection } from '../environments/folded-section.js';
import type { EnvironmentCalls } from '../environments/use-environment-calls.js';

/** The labels of the decisions. */
const decisionLabels: Readonly<Record<GuardDecision, string>> = {
  allow: 'Allow',
  ask: 'Ask',
  deny: 'Deny',
};

const formatList = (all: readonly string[], none: string): string =>
  all.length === 0 ? none : all.join(', ');

/** Describes a guard in sentences, one for each limit. */
export const formatGuardSentences = (guard: Guard | undefined): readonly string[] => {
  const { protected: isProtected, agents } = guard ?? openGuard;
  const { rules, otherwise, perMinute } = agents;
  const sentences = [
    ...(isProtected ? ['Ask before anything except GET, HEAD and OPTIONS'] : []),
    ...rules.map(
      ({ methods, hosts, then }) =>
        `${decisionLabels[then]} ${formatList(methods, 'every method')} to ${formatList(hosts, 'every host')}`,
    ),
    ...(otherwise === 'allow' ? [] : [`${decisionLabels[otherwise]} everything else`]),
    ...(perMinute === undefined ? [] : [`At most ${perMinute} requests per minute`]),
  ];
  return sentences.length === 0 ? ['Agents may send everything'] : sentences;
};

/** A rule as it was typed: names separated by commas or spaces. */
interface TypedRule {
  readonly methods: string;
  readonly hosts: string;
  readonly then: GuardDecision;
}

/** The rules for agents as they were typed. */
interface TypedRules {
  readonly rules: readonly TypedRule[];
  readonly otherwise: GuardDecision;
  readonly perMinute: string;
}

/** Converts rules to form fields. */
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

/** Converts the typed rules to a guard. Returns the reason if they are invalid. */
export const toGuard = (
  { protected: isProtected }: Guard,
  { rules, otherwise, perMinute }: TypedRules,
): Guard | string => {
  const number = perMinute.trim();
  if (number !== '' && !(/^\d{1,6}$/.test(number) && Number(number) >= 1 && Number(number) <= 100_000))
    return 'Requests per minute must be a whole number from 1 to 100,000, or empty for no limit.';
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

interface GuardRulesProps {
  readonly guard: Guard;
  readonly onSave: (guard: Guard) => void;
}

const decisionOptions = Object.entries(decisionLabels).map(([value, title]) => ({
  value: value as GuardDecision,
  title,
}));

interface RuleProps {
  readonly rule: TypedRule;
  readonly number: number;
  readonly onChange: (rule: TypedRule) => void;
  readonly onRemove: () => void;
}

const Rule = ({ rule, number, onChange, onRemove }: RuleProps) => (
  <tr>
    <td>
      <input
        aria-label={`Methods of rule ${number}`}
        placeholder="Any method"
        spellCheck={false}
        value={rule.methods}
        onChange={({ target }) => onChange({ ...rule, methods: target.value })}
      />
    </td>
    <td>
      <input
        aria-label={`Hosts of rule ${number}`}
        placeholder="Any host, or api.example.com, *.example.com"
        spellCheck={false}
        value={rule.hosts}
        onChange={({ target }) => onChange({ ...rule, hosts: target.value })}
      />
    </td>
    <td>
      <Select
        label={`What rule ${number} does`}
        value={rule.then}
        options={decisionOptions}
        onChange={(then) => onChange({ ...rule, then })}
      />
    </td>
    <td>
      <IconButton icon={Trash2} label={`Remove rule ${number}`} onClick={onRemove} />
    </td>
  </tr>
);

/** Shows the rules in the order in which they apply. */
const RuleTable = ({
  rules,
  onChange,
}: {
  readonly rules: readonly TypedRule[];
  readonly onChange: (rules: readonly TypedRule[]) => void;
}) => (
  <table className="guard-rules" aria-label="Rules for agents">
    <thead>
      <tr>
        <th>Methods</th>
        <th>Hosts</th>
        <th>Then</th>
        <th />
      </tr>
    </thead>
    <tbody>
      {rules.map((rule, at) => (
        <Rule
          key={at}
          rule={rule}
          number={at + 1}
          onChange={(next) => onChange(rules.map((one, index) => (index === at ? next : one)))}
          onRemove={() => onChange(rules.filter((_, index) => index !== at))}
        />
      ))}
    </tbody>
  </table>
);

/** Edits the settings besides the rules, and has a button that adds a rule. */
const OtherSettings = ({
  typed,
  onChange,
}: {
  readonly typed: TypedRules;
  readonly onChange: (typed: TypedRules) => void;
}) => (
  <div className="row guard-rest">
    <Button
      isSmall
      icon={Plus}
      onClick={() => onChange({ ...typed, rules: [...typed.rules, { methods: '', hosts: '', then: 'ask' }] })}
    >
      Add rule
    </Button>
    <label className="row">
      <span className="quiet">Otherwise</span>
      <Select
        label="Otherwise"
        value={typed.otherwise}
        options={decisionOptions}
        onChange={(otherwise) => onChange({ ...typed, otherwise })}
      />
    </label>
    <label className="row">
      <span className="quiet">Requests per minute</span>
      <input
        className="guard-number"
        inputMode="numeric"
        placeholder="Any"
        value={typed.perMinute}
        onChange={({ target }) => onChange({ ...typed, perMinute: target.value })}
      />
    </label>
  </div>
);

/** Edits the rules for agents in a table. Changes apply once they are saved. */
const GuardRules = ({ guard, onSave }: GuardRulesProps) => {
  const stored = toTypedRules(guard);
  const text = JSON.stringify(stored);
  const [typed, setTyped] = useState(stored);
  const [problem, setProblem] = useState<string>();
  const discard = (): void => {
    setTyped(toTypedRules(guard));
    setProblem(undefined);
  };
  useEffect(discard, [text]);
  const isChanged = JSON.stringify(typed) !== text;
  const setRules = (rules: readonly TypedRule[]): void => setTyped({ ...typed, rules });
  const save = (): void => {
    const next = toGuard(guard, typed);
    setProblem(typeof next === 'string' ? next : undefined);
    if (typeof next !== 'string') onSave(next);
  };
  return (
    <div className="stack">
      {typed.rules.length > 0 && <RuleTable rules={typed.rules} onChange={setRules} />}
      <OtherSettings typed={typed} onChange={setTyped} />
      {isChanged && (
        <div className="row">
          <Button isSmall variant="primary" onClick={save}>
            Save rules
          </Button>
          <Button isSmall onClick={discard}>
            Discard
          </Button>
          <span className="quiet">The first matching rule applies. Nothing changes until you save.</span>
        </div>
      )}
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
};

interface Props {
  readonly environment: EnvironmentView;
  readonly calls: EnvironmentCalls;
}

/**
 * Describes by what two guards differ. Rules that both have are only counted, unless the guards differ in nothing but the order
 * of their rules.
 */
export const compareGuards = (now: Guard | undefined, proposed: Guard) => {
  const [current, next] = [formatGuardSentences(now), formatGuardSentences(proposed)];
  const removed = current.filter((sentence) => !next.includes(sentence));
  const added = next.filter((sentence) => !current.includes(sentence));
  return removed.length + added.length === 0
    ? { removed: current, added: next, unchanged: 0 }
    : { removed, added, unchanged: current.length - removed.length };
};

/** Lists the sentences that only one of two guards has. */
const Sentences = ({
  title,
  sentences,
}: {
  readonly title: string;
  readonly sentences: readonly string[];
}) => (
  <div>
    <dt className="quiet">{title}</dt>
    {sentences.map((sentence, at) => (
      <dd key={at}>{sentence}</dd>
    ))}
    {sentences.length === 0 && <dd className="quiet">Nothing more</dd>}
  </div>
);

/** Shows a less strict guard that the environment's file proposes, which can be accepted or refused. */
export const GuardProposal = ({ environment, calls }: Props) => {
  const { id, guard, proposedGuard } = environment;
  if (proposedGuard === undefined) return null;
  const { removed, added, unchanged } = compareGuards(guard, proposedGuard);
  return (
    <section className="guard-proposal stack" aria-label="A less strict guard">
      <p>
        <strong>The file of this environment would let agents send more.</strong> Until you decide, the guard
        stays unchanged.
      </p>
      <dl className="guard-sentences">
        <Sentences title="Now" sentences={removed} />
        <Sentences title="In the file" sentences={added} />
      </dl>
      {unchanged > 0 && <p className="quiet">{formatCount(unchanged, 'other line')} in both.</p>}
      <div className="row">
        <Button isSmall variant="primary" onClick={() => void calls.guard(id, guard ?? openGuard)}>
          Keep the guard
        </Button>
        <Button isSmall variant="danger" onClick={() => void calls.guard(id, proposedGuard)}>
          Use the guard from the file
        </Button>
      </div>
    </section>
  );
};

/**
 * Edits the rules for agents in an environment, and whether it is for production. Folded to a sentence until it is opened.
 * @param owner distinguishes the section from those of other environments that are shown at the same time
 */
export const GuardSettings = ({ environment, calls, owner }: Props & { readonly owner?: string }) => {
  const { id, guard = openGuard, proposedGuard } = environment;
  const [first = '', ...more] = formatGuardSentences(environment.guard);
  // A page with all environments lists what waits for a decision first.
  const isDecidedAbove = proposedGuard !== undefined && owner !== undefined;
  return (
    <FoldedSection
      title="Guard"
      badge={guard.protected && <Badge tone="bad">Production</Badge>}
      summary={
        isDecidedAbove
          ? 'Waits for your decision above'
          : more.length === 0
            ? first
            : `${first}, and ${more.length} more`
      }
      isUrgent={proposedGuard !== undefined && !isDecidedAbove}
      owner={owner}
    >
      <label className="row">
        <input
          type="checkbox"
          checked={guard.protected}
          onChange={({ target }) => void calls.guard(id, { ...guard, protected: target.checked })}
        />
        <span>
          Production{' '}
          <span className="quiet">
            GET, HEAD and OPTIONS are sent; you are asked first about anything else
          </span>
        </span>
      </label>
      <GuardRules guard={guard} onSave={(next) => void calls.guard(id, next)} />
      <p className="quiet">
        The rules are for agents. Only you change them, here or in the file of the environment; agents cannot.
      </p>
    </FoldedSection>
  );
};

/** Shows what agents may send with an environment, and what its file proposes to allow. */
export const EnvironmentGuard = (props: Props) => (
  <>
    <GuardProposal {...props} />
    <GuardSettings {...props} />
  </>
);
