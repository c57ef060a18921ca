import { invalidInput, type JsonPath } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { JSONPathEnvironment } from 'json-p3';

/** The most values of one query; a query that multiplies them ends here. */
const mostValues = 10_000;

/**
 * JSONPath of RFC 9535 without `match` and `search`: a regular expression of a caller could run for ever.
 * A filter may not look at the root again, or it would do so once for each node.
 */
const environment = new JSONPathEnvironment({ strict: true });
environment.functionRegister.delete('match');
environment.functionRegister.delete('search');

const quoted = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;

const selected = (path: string, value: unknown): readonly unknown[] => {
  const values: unknown[] = [];
  for (const node of environment.lazyQuery(path, value as never)) {
    if (values.length >= mostValues) throw new RangeError(`it selects more than ${mostValues} values`);
    values.push(node.value);
  }
  return values;
};

const expected = 'a JSONPath of RFC 9535 such as $.items[0].name';
const refused = (advice: string, got: string) => E.left(invalidInput('select', advice, { expected, got }));

/** Selects with json-p3, which neither evaluates nor compiles code. */
export const jsonPath: JsonPath = {
  select: (path, value) => {
    if (path.trim() === '') return refused(`must be ${expected}; $ is the whole body`, path);
    if (path.replaceAll(quoted, '').lastIndexOf('$') > 0) {
      return refused('may name the root $ at its beginning only', path);
    }
    try {
      return E.right(selected(path, value));
    } catch (error) {
      const why = error instanceof Error ? error.message : 'it cannot be read';
      return refused(`must be ${expected}: ${why}`, path);
    }
  },
};
