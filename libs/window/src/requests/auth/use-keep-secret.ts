import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useLink } from '../../link/use-link.js';
import { describeProblem } from '../../link/problem-words.js';
import { findFreeSecretName } from './secret-names.js';
import { useSay } from '../../shell/notices/said.js';
import { useNames } from '../variables/use-names.js';

/** Moves a value into a secret of the active environment, and gives what stands for it instead. */
export const useKeepSecret = () => {
  const link = useLink();
  const queries = useQueryClient();
  const names = useNames();
  const say = useSay();
  const [problem, setProblem] = useState<string>();
  const { environment } = names;
  const keep = async (what: string, value: string): Promise<string | undefined> => {
    if (environment === undefined) return undefined;
    const name = findFreeSecretName(what, names);
    try {
      await link.call('environments_update', { id: environment.id, secrets: { [name]: value } });
    } catch (cause) {
      setProblem(describeProblem(cause));
      return undefined;
    }
    setProblem(undefined);
    await queries.invalidateQueries({ queryKey: ['environments'] });
    say(`Stored the ${what} as the secret “${name}” of ${environment.name}`);
    return `{{${name}}}`;
  };
  return { environment, problem, keep };
};
