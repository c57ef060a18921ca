import {
  BeginToken,
  BegunToken,
  FinishedToken,
  FinishToken,
  ForgetTokens,
  ForgottenTokens,
  ListTokens,
  TokenList,
} from '@tandem/application';

import { method, reads, replaces } from '../method.js';

export const tokensList = method({
  name: 'tokens_list',
  title: 'List OAuth tokens',
  description: 'Lists the OAuth 2.0 tokens that are kept for an environment, without their values.',
  params: ListTokens,
  result: TokenList,
  effects: reads,
  handle: (application) => application.tokens.list,
});

export const tokensForget = method({
  name: 'tokens_forget',
  title: 'Forget OAuth tokens',
  description:
    'Forgets a kept OAuth 2.0 token, or all of an environment. The next request fetches a new one.',
  params: ForgetTokens,
  result: ForgottenTokens,
  effects: replaces,
  handle: (application) => application.tokens.forget,
});

export const tokensBegin = method({
  name: 'tokens_begin',
  title: 'Get an OAuth token',
  description:
    'Fetches the token of a request or folder now. If a person has to approve it, returns the URL for them to open; then call tokens_finish.',
  params: BeginToken,
  result: BegunToken,
  effects: { ...replaces, openWorld: true },
  handle: (application) => application.tokens.begin,
});

export const tokensFinish = method({
  name: 'tokens_finish',
  title: 'Wait for an approval',
  description: 'Waits until the person has approved or refused a token that tokens_begin asked for.',
  params: FinishToken,
  result: FinishedToken,
  effects: { ...replaces, openWorld: true },
  handle: (application) => application.tokens.finish,
});
