import {
  type Example,
  exampleLimits,
  type ImportDocument,
  type ImportedRequest,
  type LeftOut,
  measureExamples,
  removeCookieValue,
} from '@tandem/core';

/** The examples that fit into a request, in order. */
const selectFittingExamples = (examples: readonly Example[]): readonly Example[] => {
  // The brackets of the list, and a comma after each example.
  let bytes = 2;
  return examples
    .filter((one) => {
      const own = measureExamples([one]) - 1;
      if (bytes + own > exampleLimits.bytes) return false;
      bytes += own;
      return true;
    })
    .slice(0, exampleLimits.count);
};

const removeCookieValues = (one: Example): Example => ({
  ...one,
  response: { ...one.response, headers: one.response.headers.map(removeCookieValue) },
});

/** The document with as many examples as requests may have, without cookie values. */
export const limitExamples = (document: ImportDocument): ImportDocument => {
  const leftOut: LeftOut[] = [];
  const requests = document.requests.map((request): ImportedRequest => {
    if (request.kind !== 'rest' || request.examples === undefined) return request;
    const examples = selectFittingExamples(request.examples.map(removeCookieValues));
    const lost = request.examples.length - examples.length;
    if (lost > 0)
      leftOut.push({
        place: request.folder === '' ? request.name : `${request.folder}/${request.name}`,
        what: `${lost} of ${request.examples.length} examples; a request has at most ${exampleLimits.count} of ${exampleLimits.bytes / 1024 / 1024} MiB together`,
      });
    return { ...request, examples };
  });
  return { ...document, requests, leftOut: [...document.leftOut, ...leftOut] };
};
