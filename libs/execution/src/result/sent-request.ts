import {
  filterEnabledPairs,
  type FaultCode,
  guardRefusals,
  formatHiddenCookie,
  type MultipartPart,
  type Redactor,
  SentBody,
  type SentPart,
  SentRequest,
  addCookies,
} from '@tandem/core';

import { truncate } from '../bodies/body.js';
import type { PreparedBody, ExecutionState } from '../execution-state.js';

/** Maximum size of the stored text of a sent body, in bytes. */
export const sentBytes = 65_536;

const toSentPart = (part: MultipartPart): SentPart => {
  const { name, filename, contentType, headers } = part;
  return {
    name,
    value: 'file' in part ? part.file : part.value,
    isFile: 'file' in part,
    ...(filename === undefined ? {} : { filename }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(headers === undefined
      ? {}
      : { headers: filterEnabledPairs(headers).map((one) => ({ name: one.name, value: one.value })) }),
  };
};

const toSentBody = (body: PreparedBody): SentBody => {
  switch (body.kind) {
    case 'none':
      return { type: 'none' };
    case 'text':
      return { type: 'text', text: body.text, truncated: false };
    case 'multipart': {
      return { type: 'multipart', parts: filterEnabledPairs(body.parts).map(toSentPart) };
    }
    case 'binary':
      return { type: 'file', file: body.file };
  }
};

/** Faults before anything is sent. */
const refusals: readonly FaultCode[] = [
  'METHOD_INVALID',
  'HEADER_INVALID',
  'OWN_SERVER_REFUSED',
  ...guardRefusals,
  'BUSY',
];

/** Hide secrets before cutting the text: a cut could leave the start of a secret. */
const hideBodySecrets = (body: SentBody, redactor: Redactor): SentBody => {
  if (body.type !== 'text') return redactor.as(SentBody)(body) as SentBody;
  const { text, truncated } = truncate(redactor.beginning(body.text, sentBytes + 1), sentBytes);
  return { ...body, text, truncated };
};

/** A redirected request was sent, even if the next one failed. */
const isSent = ({ response, redirects, handedOver, fault }: ExecutionState): boolean =>
  response !== null ||
  redirects.length > 0 ||
  (handedOver && (fault === null || !refusals.includes(fault.code)));

/** The request as far as it was built, with secrets hidden. */
export const toDisplayedRequest = (
  {
    prepared,
    redirects,
    response,
    cookies,
  }: Pick<ExecutionState, 'prepared' | 'redirects' | 'response' | 'cookies'>,
  redactor: Redactor,
): SentRequest => {
  const hiddenOnes = cookies.map(({ name }) => ({ name, value: formatHiddenCookie(name) }));
  const hidden = redactor.as(SentRequest)({
    headers: addCookies(prepared.headers, hiddenOnes).map(([name, value]) => ({ name, value })),
    body: { type: 'none' },
    ...(redirects.length === 0 ? {} : { redirects }),
    ...(response?.times === undefined ? {} : { times: response.times }),
  }) as SentRequest;
  return { ...hidden, body: hideBodySecrets(toSentBody(prepared.body), redactor) };
};

/** The request as it was sent or answered by its script, with secrets hidden; undefined if neither happened. */
export const toSentRequest = (state: ExecutionState, redactor: Redactor): SentRequest | undefined =>
  isSent(state) ? toDisplayedRequest(state, redactor) : undefined;
