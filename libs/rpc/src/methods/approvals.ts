import { AnswerApproval, ApprovalList, ListApprovals } from '@tandem/application';

import { adds, method, reads } from '../method.js';

/** A person decides what agents may send, so these are for people only. */
export const approvalsList = method({
  name: 'approvals_list',
  title: 'Requests that wait',
  description: 'Lists the requests that a guard wants a person to allow, as they would go out.',
  audience: 'person',
  params: ListApprovals,
  result: ApprovalList,
  effects: reads,
  handle: (application) => application.approvals.list,
});

export const approvalsAnswer = method({
  name: 'approvals_answer',
  title: 'Allow or deny a request',
  description:
    'Lets a request go out once, or each time until the session of its caller ends, or not at all.',
  audience: 'person',
  params: AnswerApproval,
  result: ApprovalList,
  effects: adds,
  handle: (application) => application.approvals.answer,
});
