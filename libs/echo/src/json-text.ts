const notPlain = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/**
 * Formats a string as JSON. Most strings need no escaping, which the regular expression finds out in a third of the time that
 * JSON.stringify takes.
 */
export const quote = (text: string): string => (notPlain.test(text) ? JSON.stringify(text) : `"${text}"`);

/** Formats a JSON object from names and JSON values. All names, including `__proto__`, stay unchanged and in order. */
export const formatJsonObject = (entries: Iterable<readonly [name: string, json: string]>): string => {
  let text = '';
  for (const [name, json] of entries) text += `${text === '' ? '' : ','}${quote(name)}:${json}`;
  return `{${text}}`;
};

/** Returns a single JSON text unchanged, and joins several to an array. */
export const joinJsonTexts = (jsons: readonly string[]): string =>
  jsons.length === 1 ? (jsons[0] as string) : `[${jsons.join(',')}]`;

/** Groups the values of each name, in order of first appearance. */
export const groupByName = <A>(pairs: Iterable<readonly [name: string, value: A]>): Map<string, A[]> => {
  const groups = new Map<string, A[]>();
  for (const [name, value] of pairs) {
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [value]);
    else group.push(value);
  }
  return groups;
};
