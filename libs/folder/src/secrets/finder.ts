/** A secret by its name. */
export interface NamedSecret {
  readonly name: string;
  readonly value: string;
}

/** A secret shorter than this is found everywhere by chance. */
const shortest = 6;

const lowerHex = (text: string) => text.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase());

/** What base64 of anything that holds `value` holds too: its whole digits at each of the three alignments. */
const base64Forms = (value: string): readonly string[] => {
  const bytes = Buffer.from(value);
  return [0, 1, 2].map((shift) => {
    const digits = Buffer.concat([Buffer.alloc(shift), bytes, Buffer.alloc(3)]).toString('base64');
    return digits.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  });
};

const percent = (value: string): string => {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
};

const formsOf = (value: string): readonly string[] => {
  const form = new URLSearchParams([['', value]]).toString().slice(1);
  const base64 = base64Forms(value);
  const encoded = [percent(value), form, form.replaceAll('+', '%20')];
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    ...encoded,
    ...encoded.map(lowerHex),
    ...base64,
    ...base64.map((digits) => digits.replaceAll('+', '-').replaceAll('/', '_')),
  ];
};

/** The name of a secret whose value stands in a text: as it is, escaped, percent-encoded or in base64. */
export type FindSecret = (text: string) => string | undefined;

/** What is looked for: values of 6 characters or more, without the white space around them. */
export const soughtIn = (secrets: readonly NamedSecret[]): readonly NamedSecret[] =>
  secrets
    .map(({ name, value }) => ({ name, value: value.trim() }))
    .filter(({ value }) => value.length >= shortest);

/** A search for the values of `secrets`, as far as they are {@link soughtIn}. */
export const secretFinder = (secrets: readonly NamedSecret[]): FindSecret => {
  const forms = soughtIn(secrets).map(({ name, value }) => ({ name, forms: [...new Set(formsOf(value))] }));
  return (text) => forms.find((one) => one.forms.some((form) => text.includes(form)))?.name;
};
