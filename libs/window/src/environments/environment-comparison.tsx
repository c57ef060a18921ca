import type { EnvironmentView } from '@tandem/core';
import { useState } from 'react';

import { Button, Select } from '../kit/index.js';
import { compareEnvironments, type ComparedName } from './environment-rows.js';

interface Props {
  readonly environment: EnvironmentView;
  readonly others: readonly EnvironmentView[];
  readonly onDone: () => void;
}

const Cell = ({ value, isSecret }: { readonly value: string | undefined; readonly isSecret: boolean }) =>
  value === undefined ? (
    <em className="quiet">missing</em>
  ) : isSecret ? (
    <span className="quiet">{value}</span>
  ) : (
    <code>{value}</code>
  );

const Lines = ({ names }: { readonly names: readonly ComparedName[] }) =>
  names.map(({ name, isSecret, left, right, isDifferent }) => (
    <tr key={`${String(isSecret)} ${name}`} data-different={isDifferent}>
      <th scope="row">
        {name}
        {isSecret && <span className="quiet"> (secret)</span>}
      </th>
      <td>
        <Cell value={left} isSecret={isSecret} />
      </td>
      <td>
        <Cell value={right} isSecret={isSecret} />
      </td>
    </tr>
  ));

/** Compares two environments, name by name. */
export const CompareEnvironments = ({ environment, others, onDone }: Props) => {
  const [chosen, setChosen] = useState(others[0]?.id);
  const [isAll, setIsAll] = useState(false);
  const other = others.find(({ id }) => id === chosen) ?? others[0];
  if (other === undefined) return null;
  const names = compareEnvironments(environment, other);
  const different = names.filter(({ isDifferent }) => isDifferent);
  return (
    <section className="stack" aria-label={`Compare ${environment.name}`}>
      <div className="row">
        <span className="quiet">Compare with</span>
        <Select
          label="Compare with"
          value={other.id}
          options={others.map(({ id, name }) => ({ value: id, title: name }))}
          onChange={setChosen}
        />
        <label className="row compare-options">
          <input type="checkbox" checked={isAll} onChange={({ target }) => setIsAll(target.checked)} /> Show
          equal values
        </label>
        <Button isSmall onClick={onDone}>
          Back to the variables
        </Button>
      </div>
      <p role="status">
        {different.length === 0
          ? `${environment.name} and ${other.name} have the same names and values.`
          : `${different.length} of ${names.length} names differ.`}
      </p>
      <table className="plain-table compared-names" data-all={isAll}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">{environment.name}</th>
            <th scope="col">{other.name}</th>
          </tr>
        </thead>
        <tbody>
          <Lines names={isAll ? names : different} />
        </tbody>
      </table>
    </section>
  );
};
