import {
  type AppResult,
  type Author,
  connectionKinds,
  toReviewPlace,
  type Ports,
  type ScriptReview,
  type Workspace,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { isPerson } from './agree-by-setting.js';
import { listWorkspaceSettings, findUnverifiedSettings } from './connection-reviews.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';

const places = connectionKinds.map(toReviewPlace);

/** What a person has agreed to that is currently set. */
const findCurrentAgreements = (ports: Ports, workspace: Workspace): AppResult<readonly ScriptReview[]> =>
  pipe(
    ports.store.scriptReviews.find(workspace.id, places),
    TE.map((known) => known.filter(({ isApproved }) => isApproved)),
    TE.flatMap((agreed) =>
      agreed.length === 0
        ? TE.right(agreed)
        : pipe(
            ports.store.folders.list(workspace.id),
            TE.flatMapTask((folders) => async () => {
              const keys = agreed.map(({ hash }) => hash);
              const present = [
                ...(await listWorkspaceSettings(ports, workspace, folders)),
                ...(await findUnverifiedSettings(ports, workspace, folders, keys)),
              ];
              return agreed.filter(({ hash }) => present.some(({ key }) => key === hash));
            }),
          ),
    ),
  );

/**
 * A use case that lets a person remove settings they agreed to, such as an undo or a deletion. Removed settings wait
 * again when they come back, whoever adds them.
 */
export const takeBackAgreements =
  (ports: Ports, author: Author) =>
  <I extends { readonly workspaceId?: WorkspaceId | string | undefined }, A>(
    change: (input: I) => AppResult<A>,
  ) =>
  (input: I): AppResult<A> => {
    if (ports.settingHash === undefined || !isPerson(author)) return change(input);
    return pipe(
      TE.Do,
      TE.apS('workspace', resolveWorkspace(ports)(input.workspaceId)),
      TE.bind('before', ({ workspace }) => findCurrentAgreements(ports, workspace)),
      TE.bind('done', () => change(input)),
      TE.tap(({ workspace, before }) =>
        before.length === 0
          ? TE.right(undefined)
          : pipe(
              findCurrentAgreements(ports, workspace),
              TE.map((after) => before.filter(({ hash }) => !after.some((one) => one.hash === hash))),
              TE.flatMap((gone) =>
                gone.length === 0
                  ? TE.right(undefined)
                  : ports.store.scriptReviews.put(
                      workspace.id,
                      gone.map((one) => ({ ...one, isApproved: false })),
                    ),
              ),
            ),
      ),
      TE.map(({ done }) => done),
    );
  };

export type TakeBackAgreements = ReturnType<typeof takeBackAgreements>;
