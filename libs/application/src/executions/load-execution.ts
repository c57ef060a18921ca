import {
  type AnyRequest,
  type AppResult,
  type ExecutionCall,
  type InheritingRequest,
  invalidInput,
  type Ports,
  type RequestKind,
  type RequestKindOf,
  type Workspace,
} from '@tandem/core';
import { TE } from '@tandem/core/fp';
import type { RequestDraft } from '@tandem/execution';

import { withTransaction } from '../transaction.js';
import { changeSaved } from '../requests/saved-requests.js';

/** A saved request of any kind. */
export type Executable = AnyRequest & InheritingRequest;

/** A kind of saved request, and what is sent of one. */
export interface Kind<A extends Executable, I> extends Pick<RequestKindOf<A, unknown>, 'of'> {
  readonly kind: RequestKind;
  readonly draftOf: (request: A, input: I) => RequestDraft;
}

/** The arguments of its execution. */
export type Call<A extends AnyRequest> = ExecutionCall & { readonly id: A['id'] };

/** The saved request, after the call's script was saved on it if the call says so. */
export const loadRequest = <A extends Executable, I extends Call<A>>(
  ports: Ports,
  kind: Kind<A, I>,
  workspace: Workspace,
  { id, script, persistScript }: I,
): AppResult<A> => {
  if (!persistScript) return kind.of(ports.store).get(workspace.id, id);
  if (script === undefined) {
    const said = { expected: 'a script beside it', got: persistScript };
    return TE.left(invalidInput('persistScript', 'needs a script to save; pass script as well', said));
  }
  const beyond = ports.scripts.beyondLimit?.(script) ?? null;
  if (beyond !== null) {
    const said = { expected: 'a script within the limit', got: script };
    return TE.left(invalidInput('script', `${beyond}; nothing was saved`, said));
  }
  return withTransaction(ports, (transaction) =>
    changeSaved(kind)(transaction)(workspace, id, { script } as Partial<A>),
  );
};
