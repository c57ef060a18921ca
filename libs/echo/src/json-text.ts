const notPlain = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/**
 * A string as JSON. Most strings need no escape: the regular expression finds that out in a third of the time
 * that JSON.stringify takes.
 */
export const quote = (text: string): string => (notPlain.test(text) ? JSON.stringify(text) : `"${text}"`);

/** An object of JSON texts. Names stay as they are, `__proto__` too, and keep their order. */
export const objectText = (entries: Iterable<readonly [name: string, json: string]>): string => {
  let text = '';
  for (const [name, json] of entries) text += `${text === '' ? '' : ','}${quote(name)}:${json}`;
  return `{${text}}`;
};

/** One JSON text as it is, several as an array. */
export const oneOrMore = (jsons: readonly string[]): string =>
  jsons.length === 1 ? (jsons[0] as string) : `[${jsons.join(',')}]`;

/** Pairs with one list of values a name, in order of first appearance. */
export const grouped = <A>(pairs: Iterable<readonly [name: string, value: A]>): Map<string, A[]> => {
  const groups = new Map<string, A[]>();
  for (const [name, value] of pairs) {
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [value]);
    else group.push(value);
  }
  return groups;
};
