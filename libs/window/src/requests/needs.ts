import type { RequestId, Summary } from './saved-request.js';

/** The request whose id is among the needs of another, or that id alone where there is none. */
export interface NeedLine {
  readonly need: string;
  readonly request: Summary | undefined;
}

export const needLines = (needs: readonly string[], requests: readonly Summary[]): readonly NeedLine[] => {
  const byId = new Map<string, Summary>(requests.map((one) => [one.id, one]));
  return needs.map((need) => ({ need, request: byId.get(need) }));
};

/** The requests that can still be added to the needs of `id`, whose name or folder has every word that was typed. */
export const addable = (
  requests: readonly Summary[],
  { id, needs }: { readonly id: RequestId; readonly needs: readonly string[] },
  typed: string,
): readonly Summary[] => {
  const words = typed.toLowerCase().split(/\s+/);
  const taken = new Set<string>([id, ...needs]);
  return requests.filter((one) => {
    const text = titleOf(one).toLowerCase();
    return !taken.has(one.id) && words.every((word) => text.includes(word));
  });
};

/** A request by its folders and its name. */
export const titleOf = ({ name, folder }: Summary): string => (folder === '' ? name : `${folder}/${name}`);

/** The needs with the one at `index` a place earlier. */
export const moveDependencyUp = (needs: readonly string[], index: number): readonly string[] => {
  const moved = needs[index];
  if (moved === undefined || index === 0) return needs;
  return [...needs.slice(0, index - 1), moved, ...needs.slice(index - 1, index), ...needs.slice(index + 1)];
};

const ages: readonly (readonly [age: string, title: string])[] = [
  ['', 'Each time'],
  ['1m', 'If older than a minute'],
  ['15m', 'If older than 15 minutes'],
  ['1h', 'If older than an hour'],
  ['1d', 'If older than a day'],
];

/** When needs run again, as choices by their `maxAge`; one that a file or an agent has set is among them. */
export const ageOptions = (age: string) => [
  ...ages.map(([value, title]) => ({ value, title })),
  ...(ages.some(([value]) => value === age) ? [] : [{ value: age, title: `If older than ${age}` }]),
];
