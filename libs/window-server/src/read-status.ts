import type { Application } from '@tandem/application';
import { E } from '@tandem/core/fp';
import type { Status } from '@tandem/window';

/** Reads the active workspace and environment; `fixed` contains what never changes. */
export const readStatus =
  (
    application: Application,
    fixed: Pick<Status, 'version' | 'mcp' | 'echo'>,
    agents: () => Status['agents'],
  ) =>
  async (): Promise<Status> => {
    const outcome = await application.workspaces.get(undefined)();
    if (E.isLeft(outcome)) return { ...fixed, agents: agents(), workspace: null, environment: null };
    const { id, name, path, environments } = outcome.right;
    const environment = environments.find(({ active }) => active)?.name ?? null;
    return { ...fixed, agents: agents(), workspace: { id, name, path }, environment };
  };
