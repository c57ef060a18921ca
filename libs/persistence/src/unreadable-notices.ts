import { describe, unreadableError } from '@tandem/core';

import type { Access } from './access.js';

/** Reports each unreadable row only once. */
export const noticeOnce = (notice: (message: string) => void): Access['leave'] => {
  const given = new Set<string>();
  return (row) => {
    const message = describe(unreadableError(row));
    if (!given.has(message)) notice(message);
    given.add(message);
  };
};
