import type { SelectedRequest } from './select-requests.js';

/** The names of requests of a selection that need each other in a circle, the first of them at both ends. */
export const needCircle = (selected: readonly SelectedRequest[]): readonly string[] | undefined => {
  const known = new Map(selected.map((one) => [one.id, one]));
  const done = new Set<string>();
  const from = (one: SelectedRequest, chain: readonly SelectedRequest[]): readonly string[] | undefined => {
    const at = chain.indexOf(one);
    if (at >= 0) return [...chain.slice(at), one].map(({ name }) => name);
    if (done.has(one.id)) return undefined;
    for (const id of one.needs) {
      const next = known.get(id);
      const circle = next && from(next, [...chain, one]);
      if (circle) return circle;
    }
    done.add(one.id);
    return undefined;
  };
  for (const one of selected) {
    const circle = from(one, []);
    if (circle) return circle;
  }
  return undefined;
};
