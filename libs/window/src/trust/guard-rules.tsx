import type { Guard, GuardDecision } from '@tandem/core';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';

import { Button, IconButton, Select } from '../kit/index.js';
import { toGuard, type TypedRule, type TypedRules, toTypedRules, decisionLabels } from './guard-words.js';

interface Props {
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

/** The rules in order. */
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

/** The settings besides the rules, and an add button. */
const Rest = ({
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
      <span className="quiet">Requests a minute</span>
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

/** The rules for agents as a table; edits apply once saved. */
export const GuardRules = ({ guard, onSave }: Props) => {
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
      <Rest typed={typed} onChange={setTyped} />
      {isChanged && (
        <div className="row">
          <Button isSmall variant="primary" onClick={save}>
            Save rules
          </Button>
          <Button isSmall onClick={discard}>
            Discard
          </Button>
          <span className="quiet">The first rule that matches counts. Nothing changes until you save.</span>
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
