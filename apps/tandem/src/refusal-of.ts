import { type AppError, describe } from '@tandem/core';
import { E } from '@tandem/core/fp';
import type { OpenedFiles } from '@tandem/workbench/files';

import { CommandRefusal } from './refused.js';

/** Why a call was refused; for an unknown environment, with the existing ones. */
export const toCommandRefusal = async (
  { application, workspace }: OpenedFiles,
  error: AppError,
): Promise<CommandRefusal> => {
  const text = describe(error);
  if (error.kind !== 'not-found' || error.entity !== 'environment') return new CommandRefusal(text);
  const listed = await application.environments.list({ workspaceId: workspace.id })();
  const names = E.isRight(listed) ? listed.right.environments.map(({ name }) => name) : [];
  return new CommandRefusal(
    names.length === 0 ? `${text} It has none.` : `${text} It has ${names.join(', ')}.`,
  );
};
