import type { Diagnostic, HandlerAnswer } from '@tandem/core';
import { pipe, T, TE } from '@tandem/core/fp';

import type { ExecutionContext, ExecutionState } from '../execution-state.js';

/** Maximum number of refused cookies that get a diagnostic each. */
const maxNamedCookies = 10;

const cookiesOffDiagnostic: Omit<Diagnostic, 'where'> = {
  code: 'COOKIES_OFF',
  message:
    'The script changed cookies, which had no effect, because settings.cookies of the request is false.',
};

/** Applies a handler's changes of cookies to the jar. Reports each cookie that the jar refuses. */
export const applyCookieEdits = (
  { cookies }: ExecutionContext,
  state: ExecutionState,
  handler: string,
  { cookieEdits = [] }: HandlerAnswer,
): ExecutionState => {
  if (cookieEdits.length === 0) return state;
  const refused = cookieEdits.flatMap((one) => {
    const reason = cookies?.edit(one);
    if (reason === undefined || one.kind === 'clear') return [];
    const message = `The cookie ${one.name} that the script set was not kept: ${reason}.`;
    return [{ code: 'COOKIE_REFUSED', message }];
  });
  const notes = cookies === undefined ? [cookiesOffDiagnostic] : refused.slice(0, maxNamedCookies);
  return {
    ...state,
    diagnostics: [...state.diagnostics, ...notes.map((one) => ({ ...one, where: handler }))],
  };
};

const cookiesNotStoredDiagnostic: Diagnostic = {
  code: 'COOKIES_NOT_STORED',
  message:
    'The cookies of the response or of the script could not be stored, so later requests are sent without them. The environment was deleted meanwhile, or the database cannot be written.',
  where: 'response',
};

/** Stores the cookies that the responses, also of redirects, and the script have set. If that fails, the execution does not. */
export const storeCookies =
  ({ ports, workspace, environment, cookies }: ExecutionContext) =>
  (state: ExecutionState): T.Task<ExecutionState> => {
    const { set, removed } = cookies?.takeChanges() ?? { set: [], removed: [] };
    if (set.length + removed.length === 0) return T.of(state);
    return pipe(
      ports.store.cookies.change(workspace.id, environment?.id ?? null, { set, removed }),
      TE.match(
        () => ({ ...state, diagnostics: [...state.diagnostics, cookiesNotStoredDiagnostic] }),
        () => state,
      ),
    );
  };
