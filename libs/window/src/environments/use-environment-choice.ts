import { useQueryClient } from '@tanstack/react-query';

import { useLink } from '../link/use-link.js';
import { useEnvironments } from '../requests/variables/use-names.js';

/** The environments of the active workspace, and ways to activate one or none. */
export const useEnvironmentChoice = () => {
  const link = useLink();
  const queries = useQueryClient();
  const environments = useEnvironments().data?.environments ?? [];
  const read = () => queries.invalidateQueries({ queryKey: ['environments'] });
  const activate = (id: string): void => {
    void link.call('environments_activate', { id }).then(read, read);
  };
  const deactivate = (): void => {
    void link.call('environments_deactivate', {}).then(read, read);
  };
  return { environments, activate, deactivate };
};
