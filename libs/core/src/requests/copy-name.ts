/** Names a copy of `name`: the first free name, ignoring case. */
export const copyName = (name: string, taken: readonly string[]): string => {
  const used = new Set(taken.map((one) => one.toLowerCase()));
  const isFree = (wanted: string): boolean => !used.has(wanted.toLowerCase());
  const first = `${name} copy`;
  if (isFree(first)) return first;
  const next = Array.from({ length: taken.length + 1 }, (_, index) => `${first} ${index + 2}`);
  return next.find(isFree) ?? first;
};
