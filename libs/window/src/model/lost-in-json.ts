/** What is lost of a JSON text, and the character at which it begins. */
export interface Loss {
  readonly what: string;
  readonly at: number;
}

/** A number without the choices of its writing: significant digits and the power of ten of the last one. */
const plainOf = (number: string): string => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign}${significant}e${power}`;
};

const lostOfNumber = (number: string): string | undefined => {
  const read = Number(number);
  const plain = plainOf(number);
  if (!Number.isFinite(read) || (read === 0 && plain !== '0')) return `the number ${number} is out of range`;
  return plainOf(String(read)) === plain ? undefined : `the number ${number} has too many digits`;
};

/** The strings, numbers and brackets of JSON; a string is a name if a colon follows it. */
const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|[{}]/g;

/**
 * What `JSON.parse` loses of a text that it takes, the first of it: digits that a double has no room for
 * (RFC 8259 section 6), and all but the last of members with one name (section 4).
 */
export const lostIn = (json: string): Loss | undefined => {
  const names: Set<string>[] = [];
  const lostOfName = (written: string): string | undefined => {
    const name = JSON.parse(written) as string;
    const before = names.at(-1);
    if (before?.has(name)) return `the name ${JSON.stringify(name)} appears twice`;
    before?.add(name);
    return undefined;
  };
  for (const { 0: token, 1: string, 2: colon, index } of json.matchAll(tokens)) {
    if (token === '{') names.push(new Set());
    else if (token === '}') names.pop();
    else if (string === undefined || colon !== undefined) {
      const what = string === undefined ? lostOfNumber(token) : lostOfName(string);
      if (what !== undefined) return { what, at: index };
    }
  }
  return undefined;
};
