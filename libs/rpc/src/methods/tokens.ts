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
  description: 'Lists kept OAuth 2.0 tokens; without their values.',
  params: ListTokens,
  result: TokenList,
  effects: reads,
  handle: (application) => application.tokens.list,
});

export const tokensForget = method({
  name: 'tokens_forget',
  title: 'Forget OAuth tokens',
  description: 'The next request fetches a new one.',
  params: ForgetTokens,
  result: ForgottenTokens,
  effects: replaces,
  handle: (application) => application.tokens.forget,
});

export const tokensBegin = method({
  name: 'tokens_begin',
  title: 'Get an OAuth token',
  description: 'Fetches a token. If it returns a URL, a person has to open it, then call tokens_finish.',
  params: BeginToken,
  result: BegunToken,
  effects: { ...replaces, openWorld: true },
  handle: (application) => application.tokens.begin,
});

export const tokensFinish = method({
  name: 'tokens_finish',
  title: 'Wait for an approval',
  description: 'Waits for the person; until the token that tokens_begin asked for is approved or refused.',
  params: FinishToken,
  result: FinishedToken,
  effects: { ...replaces, openWorld: true },
  handle: (application) => application.tokens.finish,
});
