import { listBases, type EnvironmentView, inheritFromBases } from '@tandem/core';
import { useQuery } from '@tanstack/react-query';
import { use, useMemo } from 'react';

import { queryKeys } from '../../link/query-keys.js';
import { useLink, useLinkState, useStatus } from '../../link/use-link.js';
import { useProcessVariables } from '../../environments/use-secrets.js';
import type { Names } from '../url/resolve-url.js';
import { noOwnValues, useInheritance } from '../../folders/use-folders.js';
import { EditedItemContext } from '../drafts/use-drafts.js';

/** The environments of the active workspace. */
export const useEnvironments = () => {
  const link = useLink();
  const enabled = useLinkState().kind === 'open';
  return useQuery({
    queryKey: queryKeys.environments,
    queryFn: () => link.call('environments_list', {}),
    enabled,
  });
};

const noBases = { variables: [], secrets: [] } as const;

/** The variables and secrets that an environment inherits from its bases. */
export const useBases = (
  environment: EnvironmentView | undefined,
): Readonly<Pick<Names, 'variables' | 'secrets'>> => {
  const all = useEnvironments().data?.environments;
  return useMemo(
    () =>
      environment === undefined
        ? noBases
        : inheritFromBases(environment, listBases(environment, all ?? []).bases),
    [environment, all],
  );
};

/** Returns the sources in which `{{names}}` are looked up for the request or folder that is being edited. */
export const useNames = (): Names => {
  const active = useEnvironments().data?.environments.find((one) => one.active);
  const fromBases = useBases(active);
  const { folder, requestVariables, foreign = null } = use(EditedItemContext);
  const own = useMemo(() => ({ ...noOwnValues, requestVariables, foreign }), [requestVariables, foreign]);
  const inherited = useInheritance(folder, own).variables;
  const processVariables = useProcessVariables();
  const echo = useStatus()?.echo;
  // Editors look up all their variables again for new names.
  return useMemo(
    () => ({
      environment: active && { id: active.id, name: active.name },
      inherited,
      variables: [...(active?.variables ?? []), ...fromBases.variables],
      secrets: [...(active?.secrets ?? []), ...fromBases.secrets],
      processVariables,
      builtIns: echo === undefined ? {} : { echo_base_url: echo },
    }),
    [active, inherited, fromBases, processVariables, echo],
  );
};
