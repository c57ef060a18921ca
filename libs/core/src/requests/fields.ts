import { struct, t, taggedUnion, withDefault, withDescription } from '../codec/index.js';
import { type AppError, createInvalidInput } from '../errors.js';

/** Header fields in order. Names may repeat. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A name and a value in an ordered list. Names may repeat; disabled pairs are ignored. */
export const Pair = struct('{ name, value, enabled? }', {
  name: t.string,
  value: t.string,
  enabled: withDefault(t.boolean, true),
});
export type Pair = t.TypeOf<typeof Pair>;

/** The codec for headers, query parameters and form fields. */
export const Pairs = t.readonlyArray(Pair, 'a list of { name, value, enabled? }');

/** A secret. `hosts` are the hosts to which its environment wants to limit it. They only apply if a person agreed. */
export const SecretPair = struct(
  '{ name, value, enabled?, hosts? }',
  { name: t.string, value: t.string, enabled: withDefault(t.boolean, true) },
  { hosts: t.readonlyArray(t.string, 'a list of hosts') },
);
export type SecretPair = t.TypeOf<typeof SecretPair>;

/** The codec for the secrets of an environment. */
export const SecretPairs = t.readonlyArray(SecretPair, 'a list of { name, value, enabled?, hosts? }');

/** The enabled pairs. */
export const filterEnabledPairs = <P extends { readonly enabled: boolean }>(
  pairs: readonly P[],
): readonly P[] => pairs.filter(({ enabled }) => enabled);

export const createPairsCodec = (description: string) => withDescription(Pairs, description);

const file = withDescription(t.string, 'Path in the workspace, or a data: URL');
const enabledFlag = withDefault(t.boolean, true);

/** A part of a multipart body: a field, or a file in the workspace. */
export const MultipartPart = t.union(
  [
    struct(
      '{ name, value, filename?, contentType?, headers?, enabled? }',
      { name: t.string, value: t.string, enabled: enabledFlag },
      { filename: t.string, contentType: t.string, headers: Pairs },
    ),
    struct(
      '{ name, file, filename?, contentType?, headers?, enabled? }',
      { name: t.string, file, enabled: enabledFlag },
      {
        filename: t.string,
        contentType: t.string,
        headers: Pairs,
      },
    ),
  ],
  'a part { name, value }, { name, file } or { name, base64 }',
);
export type MultipartPart = t.TypeOf<typeof MultipartPart>;

const content = withDescription(t.string, 'Text or JSON');
const contentType = withDescription(t.string, 'Media type');
const parts = withDescription(
  t.readonlyArray(MultipartPart, 'a list of { name, value } or { name, file }'),
  '{name, value | file | base64, filename?, contentType?}',
);

/** The body of a request. */
export const Body = taggedUnion('a body', 'type', {
  none: [{}, {}],
  json: [{ content }, {}],
  text: [{ content }, { contentType }],
  'form-urlencoded': [{ fields: withDescription(Pairs, 'Fields') }, {}],
  multipart: [{ parts }, {}],
  binary: [{ file }, { contentType }],
});
export type Body = t.TypeOf<typeof Body>;

/** Limits on the tags of a request. */
export const tagLimits = { length: 100, count: 50 } as const;

const advice = `must be up to ${tagLimits.length} characters without spaces or commas, such as smoke`;

/** Whether a tag is valid. A tag is one word, so that `--tags a,b` can list tags. */
export const isTag = (text: string): boolean => text.length <= tagLimits.length && /^[^\s,]+$/.test(text);

/** The error for invalid tags. */
export const checkTags = (tags: readonly string[] | undefined, path: string): AppError | undefined => {
  if (tags === undefined) return undefined;
  if (tags.length > tagLimits.count)
    return createInvalidInput(path, `has ${tags.length} tags; a request has at most ${tagLimits.count}`, {
      expected: `at most ${tagLimits.count} tags`,
      got: tags.length,
    });
  const bad = tags.findIndex((tag) => !isTag(tag));
  return bad < 0
    ? undefined
    : createInvalidInput(`${path}[${bad}]`, advice, { expected: 'a tag', got: tags[bad] });
};

const unitMs: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

const age = /^([1-9]\d{0,5})([smhd])$/;

/**
 * Parses a `maxAge` to milliseconds: a number with s, m, h or d. Empty text means 0, so that dependencies are executed each time.
 * Undefined for any other text.
 */
export const parseMaxAge = (text: string): number | undefined => {
  if (text === '') return 0;
  const [, count, unit = ''] = age.exec(text) ?? [];
  const ms = unitMs.get(unit);
  return ms === undefined ? undefined : Number(count) * ms;
};

/** The format of a `maxAge`, as the end of a sentence. */
export const maxAgeAdvice = 'must be a time such as 30s, 15m, 2h or 1d, or empty';

/** The error for an invalid `maxAge`. */
export const checkMaxAge = (maxAge: string | undefined, path: string): AppError | undefined =>
  maxAge === undefined || parseMaxAge(maxAge) !== undefined
    ? undefined
    : createInvalidInput(path, maxAgeAdvice, { expected: 'a time such as 15m', got: maxAge });
