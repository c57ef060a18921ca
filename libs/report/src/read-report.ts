import { RunReport } from '@tandem/core';
import { decode, type Issue, parseJson } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

const createJsonIssue = (message: string): Issue => ({
  path: '',
  expected: 'JSON',
  got: 'other text',
  message: `the report must be JSON that the reporter json has written (${message})`,
});

/** Reads the output of the `json` reporter. */
export const readReport = (text: string): E.Either<readonly Issue[], RunReport> => {
  let value: unknown;
  try {
    value = parseJson(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (cause) {
    return E.left([createJsonIssue((cause as Error).message)]);
  }
  return decode(RunReport)(value);
};
