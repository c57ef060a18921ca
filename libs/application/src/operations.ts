import { changesList, changesUndo } from './activity/changes.js';
import { activityList } from './activity/list-activity.js';
import { activityUndo } from './activity/undo-activity.js';
import { agentClientsConnect, agentClientsDisconnect, agentClientsList } from './agents/agent-clients.js';
import { agentsAnswer, agentsTakeOver, windowLook, windowSelection } from './agents/presence-operations.js';
import { cookiesClear, cookiesDelete, cookiesList, cookiesSet } from './cookies/cookies.js';
import { exportsRender } from './exports/export-document.js';
import { approvalsAnswer, approvalsList } from './guards/approvals.js';
import { environmentsGuard } from './guards/environment-guard.js';
import { runsExecute } from './runs/execute-run.js';
import { runsGet, runsList } from './runs/stored-runs.js';
import { givenSecretsDecide, givenSecretsList } from './secrets/given-secrets.js';
import { secretHostsChoose, secretHostsList } from './secrets/secret-hosts.js';
import { mergeDriverInstall, mergeDriverStatus } from './synchronization/merge-driver.js';
import { synchronizationResolve, synchronizationSynchronize } from './synchronization/synchronize.js';
import { tokensBegin, tokensFinish, tokensForget, tokensList } from './tokens/tokens.js';
import { folderTrustSet, outsideScriptsApprove, outsideScriptsList } from './trust/outside-scripts.js';
import { connectionReviewsApprove, connectionReviewsList } from './trust/review-connections.js';
import { scriptSendingDecide, scriptSendingGet } from './trust/script-sending.js';
import type { AnyOperation } from './operation.js';

/** All operations, in the order in which interfaces list them. */
export const operations = [
  cookiesList,
  cookiesSet,
  cookiesDelete,
  cookiesClear,
  tokensList,
  tokensForget,
  tokensBegin,
  tokensFinish,
  runsExecute,
  runsList,
  runsGet,
  exportsRender,
  synchronizationSynchronize,
  synchronizationResolve,
  mergeDriverStatus,
  mergeDriverInstall,
  agentClientsList,
  agentClientsConnect,
  agentClientsDisconnect,
  secretHostsList,
  secretHostsChoose,
  windowLook,
  windowSelection,
  agentsTakeOver,
  agentsAnswer,
  givenSecretsList,
  givenSecretsDecide,
  scriptSendingGet,
  scriptSendingDecide,
  outsideScriptsList,
  outsideScriptsApprove,
  connectionReviewsList,
  connectionReviewsApprove,
  folderTrustSet,
  environmentsGuard,
  approvalsList,
  approvalsAnswer,
  activityList,
  activityUndo,
  changesList,
  changesUndo,
] as const;

/** The operations, for code that treats them all the same. */
export const anyOperations: readonly AnyOperation[] = operations;

type ListedOperation = (typeof operations)[number];

type PathOf<O extends ListedOperation> = O extends { readonly useCase?: infer U extends string } ? U : never;

type SubjectOf<Path extends string> = Path extends `${infer S}.${string}` ? S : never;

type MemberOf<Path extends string, S extends string> = Path extends `${S}.${infer M}` ? M : never;

/** The use cases of the operations, where the application has them: `cookies.remove` is the one of `cookies_delete`. */
export type OperationUseCases = {
  readonly [S in SubjectOf<PathOf<ListedOperation>>]: {
    readonly [O in ListedOperation as MemberOf<PathOf<O>, S>]: ReturnType<O['run']>;
  };
};
