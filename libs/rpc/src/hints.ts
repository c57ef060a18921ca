import { type AppError, getErrorHint } from '@tandem/core';

import type { HintTopic } from '@tandem/application';
import { anyMethods } from './table.js';

const methodHints: Readonly<Partial<Record<HintTopic, string>>> = Object.fromEntries(
  anyMethods.flatMap(({ hints }) => Object.entries(hints ?? {})),
);

/** The hint for an invalid id in an argument. */
const findIdHint = ({ issues }: Extract<AppError, { readonly kind: 'invalid-input' }>): string | undefined =>
  Object.entries(methodHints).find(([topic]) => issues.some(({ entity }) => entity === topic))?.[1];

/** What the caller can do about an error, if anything: a method that helps, or the error's own hint. */
export const findHint = (error: AppError): string | undefined => {
  switch (error.kind) {
    case 'invalid-input':
      return findIdHint(error);
    case 'not-found':
      return methodHints[error.entity];
    case 'workspace-not-found': {
      const near = error.near.length > 0 ? ` Near: ${error.near.join(', ')}.` : '';
      return `${methodHints[error.kind] ?? ''}${near}`;
    }
    case 'operation-failed':
      return findHint(error.error);
    default:
      return methodHints[error.kind] ?? getErrorHint(error);
  }
};
