import { inheritanceOf, type Inheriting } from '@tandem/core';

import type { RequestDraft } from './draft.js';
import type { Loaded } from './run.js';

/**
 * Step 3 of an execution: the request with what it inherits from its folders and the workspace, and the variables around it.
 * @param saved what the request says itself
 */
export const inherit = (
  folders: Parameters<typeof inheritanceOf>[0],
  saved: Inheriting,
  draft: RequestDraft,
): Pick<Loaded, 'request' | 'inherited'> => {
  const { headers, auth, settings, variables } = inheritanceOf(folders, saved);
  return {
    request: { ...draft, headers, auth: auth.auth, settings },
    inherited: variables,
  };
};
