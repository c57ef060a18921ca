const notPlain = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** A string as JSON. Most strings need no escaping. The regular expression detects that in a third of the time of JSON.stringify. */
export const quote = (text: string): string => (notPlain.test(text) ? JSON.stringify(text) : `"${text}"`);

/** An object of JSON texts. Names, including `__proto__`, are unchanged and keep their order. */
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
