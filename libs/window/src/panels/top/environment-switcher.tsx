import { useQueryClient } from '@tanstack/react-query';

import { Select } from '../../kit/index.js';
import { useLink } from '../../link/use-link.js';
import { useEnvironments } from '../../state/use-names.js';
import { ColorDot } from '../environments/color-dot.js';

/** Shows the active environment and activates another one. */
export const EnvironmentSwitcher = () => {
  const link = useLink();
  const queries = useQueryClient();
  const environments = useEnvironments().data?.environments ?? [];
  const read = () => queries.invalidateQueries({ queryKey: ['environments'] });
  const activate = (id: string): void => {
    void link.call('environments_activate', { id }).then(read, read);
  };
  return (
    <Select
      label="Active environment"
      className="environment-switcher"
      look="quiet"
      placeholder="No environment"
      value={environments.find(({ active }) => active)?.id}
      options={environments.map(({ id, name, color }) => ({
        value: id,
        title: name,
        ...(color === '' ? {} : { mark: <ColorDot color={color} /> }),
      }))}
      onChange={activate}
    />
  );
};
