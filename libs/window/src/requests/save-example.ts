import type { ExecutionId, ExecutionResult, ResponseSummary } from '@tandem/core';

import { toEditedRequest } from './drafts/draft.js';
import { toExampleBody, createExample, getExamples, findExamplesExcess } from './examples.js';
import type { RequestId, SavedRequest } from './saved-request.js';
import type { Drafts } from './drafts/drafts.js';
import { useDrafts } from './drafts/use-drafts.js';
import { getRequest } from './requests.js';
import { describeProblem } from '../link/problem-words.js';
import { useLink } from '../link/use-link.js';
import { useSay } from '../shell/page.js';
import { shortenName } from '../shell/phrases.js';
import { readBody } from '../response/body/use-body.js';

/** Loads the stored body as text or bytes; undefined if it is not complete. */
const readFullBody = async (id: ExecutionId, { bodyType, bodyTruncated, textBody }: ResponseSummary) => {
  const nothing = new Uint8Array();
  if (bodyType === 'empty') return { text: '', bytes: nothing };
  if (textBody !== null && !bodyTruncated) return { text: textBody, bytes: nothing };
  const stored = await readBody(id);
  if (stored?.bytes === undefined || stored.isCut) return undefined;
  const text = bodyType === 'text' ? new TextDecoder().decode(stored.bytes) : undefined;
  return { text, bytes: stored.bytes };
};

/** The parts of the page that saving an example needs. */
interface ExampleEffects {
  readonly drafts: Pick<Drafts, 'get' | 'receive' | 'edit' | 'flush'>;
  /** Loads the stored request, if it is not open. */
  readonly load: (id: RequestId) => Promise<SavedRequest>;
}

/** Adds a response to the examples of its request, which need not be open. Returns a sentence about the result. */
export const saveExample = async (
  { drafts, load }: ExampleEffects,
  id: RequestId,
  executionId: ExecutionId,
  response: ResponseSummary,
): Promise<string> => {
  const body = await readFullBody(executionId, response);
  if (body === undefined) return 'Not saved: only a part of the body is stored.';
  if (drafts.get(id) === undefined) drafts.receive(await load(id));
  const state = drafts.get(id);
  const request = state && toEditedRequest(state.draft);
  if (request === undefined || !('examples' in request))
    return 'Not saved: only REST requests have examples.';
  const type = response.headers['content-type'];
  const example = createExample(request, response, toExampleBody(body.text, body.bytes, type));
  const examples = [...getExamples(request), example];
  const excess = findExamplesExcess(examples);
  if (excess !== undefined) return `Not saved: ${excess}.`;
  drafts.edit(id, 'examples', examples);
  await drafts.flush(id);
  return `Saved as the example “${shortenName(example.name)}”.`;
};

/** Returns a function that saves the response of a result as an example of its request, and shows a message about it. */
export const useSaveExample = (id: RequestId): ((result: ExecutionResult) => Promise<void>) => {
  const link = useLink();
  const drafts = useDrafts();
  const say = useSay();
  return async ({ executionId, response }) => {
    if (response === null) return;
    const load = (): Promise<SavedRequest> => getRequest(link, id);
    try {
      say(await saveExample({ drafts, load }, id, executionId, response));
    } catch (error) {
      say(`Not saved: ${describeProblem(error)}`);
    }
  };
};
