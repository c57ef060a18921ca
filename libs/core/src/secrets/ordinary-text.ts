/** Addresses, media types, names and sentences, which stand in any request: hiding them would hide what people wrote. */
const ordinary: readonly RegExp[] = [
  /\s/,
  // A media type (RFC 6838).
  /^(?:application|audio|font|image|message|model|multipart|text|video|\*)\/[\w.+*-]+$/i,
  // An address without user, query and a path of several names, a host, or a path of names.
  /^(?:https?|wss?):\/\/[\w.-]+(?::\d+)?(?:\/[a-z._/-]*)?$/i,
  /^(?:[a-z][a-z0-9-]*\.)+[a-z]{2,}(?::\d+)?$/i,
  /^(?:\/[a-z_.-]*)+$/i,
  // One word, or several that are joined as in code; a longer one may be random.
  /^[a-z]{1,24}$/i,
  /^\d{4}-\d\d-\d\dT[\d:.]+Z?$/,
];

/**
 * Whether a text is one that people write: a server that calls it a cookie or a token would otherwise decide what of a request is
 * shown.
 */
export const isOrdinaryText = (text: string): boolean => ordinary.some((one) => one.test(text));

/** The shortest token, in characters, and how much one of its characters says at least, in bits. */
const leastToken = { characters: 12, bits: 2.5 } as const;

/** How much a character of a text says on average, in bits: 0 if all are equal (Shannon's entropy). */
const bitsPerCharacter = (text: string): number => {
  const counts = new Map<string, number>();
  for (const one of text) counts.set(one, (counts.get(one) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};

/** Whether a text can be a token, such as the id of a session: long, not of equal characters, and nothing that people write. */
export const looksLikeToken = (text: string): boolean =>
  text.length >= leastToken.characters && !isOrdinaryText(text) && bitsPerCharacter(text) >= leastToken.bits;
