import { Origins, type Redactor } from '@tandem/core';

/** Each text of the origins once. */
const listOriginTexts = (origins: Origins): readonly string[] => {
  const texts = new Set<string>();
  for (const [place, all] of Object.entries(origins)) {
    texts.add(place);
    for (const { from, token, shadowed = [], near = [] } of all) {
      texts.add(from);
      if (token !== undefined) texts.add(token);
      for (const one of [...shadowed, ...near]) texts.add(one);
    }
  }
  return [...texts];
};

/**
 * Origins with secrets hidden, such as one that is the name of a parameter. They hardly ever contain one, which is found out in one
 * search: a search in each of hundreds of texts would take longer than the execution.
 */
export const hideOriginSecrets = (redactor: Redactor, origins: Origins): Origins => {
  const all = listOriginTexts(origins).join('\n');
  return redactor.text(all) === all ? origins : (redactor.as(Origins)(origins) as Origins);
};
