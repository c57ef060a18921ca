import { applyBases, type EnvironmentView, listBases } from '@tandem/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button, Select } from '../kit/index.js';
import { queryKeys } from '../link/query-keys.js';
import { useLink, useLinkState } from '../link/use-link.js';
import { compareEnvironments, type ComparedName, type SideLabel } from './compared-names.js';

const sideLabels: Readonly<Record<SideLabel, string>> = {
  missing: 'missing',
  set: 'set',
  unset: 'not set',
  differs: 'set, differs',
};

const Side = ({ side, type }: ComparedName['left']) =>
  typeof side === 'string' ? (
    <em className="quiet">{sideLabels[side]}</em>
  ) : (
    <>
      <code>{side.value}</code>
      {type !== undefined && <span className="quiet"> {type}</span>}
    </>
  );

const ComparedLines = ({ names }: { readonly names: readonly ComparedName[] }) =>
  names.map(({ name, isSecret, left, right, isDifferent }) => (
    <tr key={`${String(isSecret)} ${name}`} data-different={isDifferent}>
      <th scope="row">
        {name}
        {isSecret && <span className="quiet"> (secret)</span>}
      </th>
      <td>
        <Side {...left} />
      </td>
      <td>
        <Side {...right} />
      </td>
    </tr>
  ));

/** Finds the secrets that have different values. The server compares them, because the page has no values of secrets. */
const useDifferentSecrets = (
  left: EnvironmentView,
  right: EnvironmentView | undefined,
): readonly string[] => {
  const link = useLink();
  const enabled = useLinkState().kind === 'open' && right !== undefined;
  const { data } = useQuery({
    queryKey: [...queryKeys.environmentSecrets, left.id, left.revision, right?.id, right?.revision],
    queryFn: () => link.call('environments_compare', { id: left.id, with: right?.id ?? '' }),
    enabled,
    placeholderData: keepPreviousData,
  });
  return data?.different ?? [];
};

interface Props {
  readonly environment: EnvironmentView;
  readonly others: readonly EnvironmentView[];
  readonly onDone: () => void;
}

/** Compares two environments name by name, with what they inherit. */
export const CompareEnvironments = ({ environment, others, onDone }: Props) => {
  const [chosen, setChosen] = useState(others[0]?.id);
  const [isAll, setIsAll] = useState(false);
  const other = others.find(({ id }) => id === chosen) ?? others[0];
  const different = useDifferentSecrets(environment, other);
  if (other === undefined) return null;
  const all = [environment, ...others];
  const [left, right] = [environment, other].map((one) => applyBases(one, listBases(one, all).bases));
  const names = left && right ? compareEnvironments(left, right, different) : [];
  const changed = names.filter(({ isDifferent }) => isDifferent);
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
          unchanged
        </label>
        <Button isSmall onClick={onDone}>
          Back to the variables
        </Button>
      </div>
      <p role="status">
        {changed.length === 0
          ? `${environment.name} and ${other.name} have the same names and values.`
          : `${changed.length} of ${names.length} names differ.`}
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
          <ComparedLines names={isAll ? names : changed} />
        </tbody>
      </table>
    </section>
  );
};
