import type { EnvironmentView } from '@tandem/core';

import { useBases } from '../requests/variables/use-names.js';

/** The variables and secrets that an environment has from its bases, which are changed there. */
export const BaseVariables = ({ environment }: { readonly environment: EnvironmentView }) => {
  const { variables, secrets } = useBases(environment);
  const rows = [
    ...variables.map(({ name, value, base }) => ({ name, value, base })),
    ...secrets.map(({ name, hasValue, base }) => ({
      name,
      value: hasValue ? '•••••• (set)' : 'No value yet',
      base,
    })),
  ];
  if (rows.length === 0) return null;
  return (
    <table className="inherited" aria-label="Inherited variables">
      <thead>
        <tr>
          <th scope="col" colSpan={3}>
            Inherited variables
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, value, base }, index) => (
          <tr key={index}>
            <td>{name}</td>
            <td>{value}</td>
            <td>from {base}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
