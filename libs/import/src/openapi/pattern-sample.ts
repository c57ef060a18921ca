import randexp from 'randexp';

// The module is the class itself, which its types call a default export.
const RandExp = randexp as unknown as typeof randexp.default;

/** Maximum length of text generated from a pattern, in characters. */
const maxCharacters = 10_000;
/** Maximum length of text matched against a pattern, because matching may take exponential time. */
const maxMatched = 24;

/** The product of a pattern's minimum repetitions: estimates the length of a matching text. */
const countMinRepeats = (pattern: string): number =>
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

/** What the generator uses for a Unicode class, because it knows none. */
const toAsciiClass = (name: string): string => {
  if (/^Lu|^Uppercase/.test(name)) return 'A-Z';
  if (/^Ll|^Lowercase/.test(name)) return 'a-z';
  return /^(?:N|Decimal)/.test(name) ? '0-9' : 'A-Za-z';
};

const replaceUnicodeClasses = (pattern: string): string =>
  pattern.replace(/\[(?:\\.|[^\]\\])*\]|\\p\{[^}]*\}/g, (piece) => {
    const named = piece.replace(/\\p\{(?:\w+=)?(\w+)\}/g, (_, name: string) => toAsciiClass(name));
    return piece.startsWith('[') ? named : `[${named}]`;
  });

/** Generates the same text each time: the first of all choices, and `repeats` times each unbounded repetition. */
const generate = (pattern: RegExp, repeats: number, letters: 'lower case' | 'all'): string => {
  const generator = new RandExp(new RegExp(replaceUnicodeClasses(pattern.source)));
  generator.max = repeats;
  generator.randInt = (from, to) => (repeats > 0 && to === from + repeats ? to : from);
  if (letters === 'lower case') {
    generator.defaultRange.subtract(32, 126);
    generator.defaultRange.add(97, 122);
  }
  return generator.gen();
};

/** The extra repetitions beyond the minimum that bounded ones get, tried in order until the text is long enough. */
const widenings = [1, 2, 4, 8, 16, 32, 64];
/** The same for unbounded repetitions. */
const openRepeats = [2, 3, 4];

/** The pattern with `more` repetitions than the minimum for each bounded one: `\d{1,14}` becomes `\d{5}` for 4. */
const widen = (pattern: RegExp, more: number): RegExp =>
  new RegExp(
    pattern.source.replace(
      /\[(?:\\.|[^\]\\])*\]|\\.|\{(\d+),(\d+)\}/g,
      (piece, least?: string, most?: string) =>
        least === undefined ? piece : `{${Math.min(Number(least) + more, Number(most))}}`,
    ),
    pattern.flags,
  );

/** Text that matches the pattern with a length within the limits; undefined if none was found. */
export const createPatternSample = (pattern: string, { min, max }: Lengths): string | undefined => {
  const expression = compile(pattern);
  // References to groups can double the text again and again.
  if (expression === undefined || /\\[1-9k]/.test(pattern) || countMinRepeats(pattern) > maxCharacters)
    return undefined;
  const isLongEnough = (text: string): boolean => text.length >= min && text.length <= max;
  const fits = (text: string): boolean =>
    isLongEnough(text) && (text.length > maxMatched || expression.test(text));
  const plain = 'string'.slice(0, max);
  if (fits(plain)) return plain;
  // Unbounded repetitions may be nested.
  const openRepetitions = pattern.match(/[*+]|,\}/g)?.length ?? 0;
  const isBearable = (one: number): boolean => one ** openRepetitions <= maxCharacters;
  const reasons = new Set<'length'>();
  const attempt = (of: RegExp, repeats: readonly number[]): string | undefined => {
    for (const letters of ['lower case', 'all'] as const)
      for (const count of new Set(repeats.filter(isBearable)))
        try {
          const text = generate(of, count, letters);
          if (!isLongEnough(text)) reasons.add('length');
          if (fits(text)) return text;
        } catch {
          // The generator does not know all that expressions of JavaScript can say.
        }
    return undefined;
  };
  const plainest = attempt(expression, [0, 1, min]);
  if (plainest !== undefined || !reasons.has('length')) return plainest;
  for (const more of [0, ...widenings]) {
    const wider = widen(expression, more);
    if (countMinRepeats(wider.source) > maxCharacters) break;
    const text = attempt(wider, [0, 1, ...openRepeats]);
    if (text !== undefined) return text;
  }
  return undefined;
};
