import randexp from 'randexp';

// The module is the class itself, which its types call a default export.
const RandExp = randexp as unknown as typeof randexp.default;

/** How many characters a text made from a pattern may have. */
const maxCharacters = 10_000;
/** How long a text may be to be matched against a pattern, which may take exponential time. */
const maxMatched = 24;

/** What patterns repeat at least, multiplied: a measure of how long a text that matches is. */
const leastRepeats = (pattern: string): number =>
  [...pattern.matchAll(/\{(\d+)/g)].reduce((product, [, count]) => product * Math.max(1, Number(count)), 1);

interface Lengths {
  readonly min: number;
  readonly max: number;
}

const compile = (pattern: string): RegExp | undefined => {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    try {
      return new RegExp(pattern);
    } catch {
      return undefined;
    }
  }
};

/** What the generator takes for a class of Unicode, of which it knows none. */
const asciiOf = (name: string): string => {
  if (/^Lu|^Uppercase/.test(name)) return 'A-Z';
  if (/^Ll|^Lowercase/.test(name)) return 'a-z';
  return /^(?:N|Decimal)/.test(name) ? '0-9' : 'A-Za-z';
};

const withoutUnicode = (pattern: string): string =>
  pattern.replace(/\[(?:\\.|[^\]\\])*\]|\\p\{[^}]*\}/g, (piece) => {
    const named = piece.replace(/\\p\{(?:\w+=)?(\w+)\}/g, (_, name: string) => asciiOf(name));
    return piece.startsWith('[') ? named : `[${named}]`;
  });

/** Generates the same text each time: of what can be chosen the first, and each open repetition `repeats` times. */
const generate = (pattern: RegExp, repeats: number, letters: 'lower case' | 'all'): string => {
  const generator = new RandExp(new RegExp(withoutUnicode(pattern.source)));
  generator.max = repeats;
  generator.randInt = (from, to) => (repeats > 0 && to === from + repeats ? to : from);
  if (letters === 'lower case') {
    generator.defaultRange.subtract(32, 126);
    generator.defaultRange.add(97, 122);
  }
  return generator.gen();
};

/** A text that matches the pattern and has a length within the limits; undefined if none was found. */
export const sampleOfPattern = (pattern: string, { min, max }: Lengths): string | undefined => {
  const expression = compile(pattern);
  // References to groups can double a text again and again.
  if (expression === undefined || /\\[1-9k]/.test(pattern) || leastRepeats(pattern) > maxCharacters)
    return undefined;
  const isLongEnough = (text: string): boolean => text.length >= min && text.length <= max;
  const fits = (text: string): boolean =>
    isLongEnough(text) && (text.length > maxMatched || expression.test(text));
  const plain = 'string'.slice(0, max);
  if (fits(plain)) return plain;
  // Each repetition without an end may stand in another one.
  const openRepetitions = pattern.match(/[*+]|,\}/g)?.length ?? 0;
  const repeats = [0, 1, min].filter((one) => one ** openRepetitions <= maxCharacters);
  for (const letters of ['lower case', 'all'] as const)
    for (const count of new Set(repeats))
      try {
        const text = generate(expression, count, letters);
        if (fits(text)) return text;
      } catch {
        // The generator does not know all that expressions of JavaScript can say.
      }
  return undefined;
};
