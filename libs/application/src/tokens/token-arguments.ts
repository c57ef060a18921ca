import { ExecutionFault, FolderId, RequestId } from '@tandem/core';
import { withDescription, Int, struct, t } from '@tandem/core/codec';

import { placeFields } from '../environments/environment-place.js';

export const ListTokens = struct('tokens_list arguments', {}, placeFields);
export type ListTokens = t.TypeOf<typeof ListTokens>;

/** A kept token without its secrets. Times are ISO 8601 in UTC. */
export const TokenSummary = struct(
  'a kept token',
  { key: t.string, label: t.string, obtainedAt: t.string, valid: t.boolean, refreshable: t.boolean },
  { expiresAt: t.string, scope: t.string },
);
export type TokenSummary = t.TypeOf<typeof TokenSummary>;

export const TokenList = struct('a list of tokens', { tokens: t.readonlyArray(TokenSummary) });
export type TokenList = t.TypeOf<typeof TokenList>;

export const ForgetTokens = struct(
  'tokens_forget arguments',
  {},
  { ...placeFields, key: withDescription(t.string, 'From tokens_list; all if omitted') },
);
export type ForgetTokens = t.TypeOf<typeof ForgetTokens>;

export const ForgottenTokens = struct('the number of forgotten tokens', { forgotten: Int });
export type ForgottenTokens = t.TypeOf<typeof ForgottenTokens>;

export const BeginToken = struct(
  'tokens_begin arguments',
  {
    id: withDescription(
      t.union([RequestId, FolderId], 'an id'),
      'Request or folder; the one whose auth is meant',
    ),
  },
  placeFields,
);
export type BeginToken = t.TypeOf<typeof BeginToken>;

const error = withDescription(t.union([ExecutionFault, t.null], 'a fault or null'), 'Why there is no token');
const token = withDescription(t.union([TokenSummary, t.null], 'a token or null'), 'Null until there is one');

const Approval = struct(
  'an approval',
  {
    id: withDescription(t.string, 'For tokens_finish'),
    open: withDescription(t.string, 'URL for the browser of the person'),
    expiresAt: t.string,
  },
  { userCode: withDescription(t.string, 'Code to enter there') },
);

export const BegunToken = struct('a token, or what a person has to approve', {
  token,
  approval: withDescription(t.union([Approval, t.null], 'an approval or null'), 'What a person has to do'),
  error,
});
export type BegunToken = t.TypeOf<typeof BegunToken>;

export const FinishToken = struct('tokens_finish arguments', {
  id: withDescription(t.string, 'From tokens_begin'),
});
export type FinishToken = t.TypeOf<typeof FinishToken>;

export const FinishedToken = struct('a token, or why there is none', { token, error });
export type FinishedToken = t.TypeOf<typeof FinishedToken>;
