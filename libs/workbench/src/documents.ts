import type { Documents } from '@tandem/core';

/** Writes requests as documents of other tools; what writes them is loaded when it is first used. */
export const documents: Documents = {
  write: async (format, content) => (await import('@tandem/export')).renderExport(format, content),
};
