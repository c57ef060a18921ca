import type { Pair } from '@tandem/core';

/** The headers of an answer, line for line: one that came more than once, such as set-cookie, has a line for each. */
export const headerRows = (headers: Readonly<Record<string, string>>): readonly Pair[] =>
  Object.entries(headers).flatMap(([name, values]) =>
    values.split('\n').map((value) => ({ name, value, enabled: true })),
  );
