import type { ExecutionId, ResponseSummary } from '@tandem/core';

import { toEditedRequest } from './drafts/draft.js';
import { toExampleBody, createExample, getExamples, findExamplesExcess } from './examples.js';
import type { RequestId } from './saved-request.js';
import type { Drafts } from './drafts/drafts.js';
import { readBody } from '../response/body/use-body.js';

/** The stored body as text or bytes; undefined if it is not complete. */
const readFullBody = async (id: ExecutionId, { bodyType, bodyTruncated, textBody }: ResponseSummary) => {
  const nothing = new Uint8Array();
  if (bodyType === 'empty') return { text: '', bytes: nothing };
  if (textBody !== null && !bodyTruncated) return { text: textBody, bytes: nothing };
  const stored = await readBody(id);
  if (stored?.bytes === undefined || stored.isCut) return undefined;
  const text = bodyType === 'text' ? new TextDecoder().decode(stored.bytes) : undefined;
  return { text, bytes: stored.bytes };
};

/** Adds a response to the examples of its request, and says what was saved. */
export const saveExample = async (
  drafts: Drafts,
  id: RequestId,
  executionId: ExecutionId,
  response: ResponseSummary,
): Promise<string> => {
  const body = await readFullBody(executionId, response);
  if (body === undefined) return 'Not saved: only a part of the body is stored.';
  const state = drafts.get(id);
  const request = state && toEditedRequest(state.draft);
  if (request === undefined || 'query' in request) return 'Not saved: the request is not open.';
  const type = response.headers['content-type'];
  const example = createExample(request, response, toExampleBody(body.text, body.bytes, type));
  const examples = [...getExamples(request), example];
  const excess = findExamplesExcess(examples);
  if (excess !== undefined) return `Not saved: ${excess}.`;
  drafts.edit(id, 'examples', examples);
  return `Saved as the example “${example.name}”.`;
};
