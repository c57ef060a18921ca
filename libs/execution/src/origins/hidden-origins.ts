import { Origins, type Redactor } from '@tandem/core';

/** The distinct strings in the origins. */
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
 * Hides secrets in origins, for example in a parameter name. Origins rarely contain one, so a single search over all
 * of them checks first: searching hundreds of strings one by one would take longer than the execution.
 */
export const hideOriginSecrets = (redactor: Redactor, origins: Origins): Origins => {
  const all = listOriginTexts(origins).join('\n');
  return redactor.text(all) === all ? origins : (redactor.as(Origins)(origins) as Origins);
};
