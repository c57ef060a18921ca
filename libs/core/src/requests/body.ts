import { withDefault, withDescription, struct, t, taggedUnion } from '../codec/index.js';
import { Pairs } from './pair.js';

const file = withDescription(t.string, "Path relative to the workspace's folder");
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
  'a part { name, value } or { name, file }',
);
export type MultipartPart = t.TypeOf<typeof MultipartPart>;

/** The body of a request. */
export const Body = taggedUnion('a body', 'type', {
  none: [{}, {}],
  json: [{ content: t.string }, {}],
  text: [{ content: t.string }, { contentType: t.string }],
  'form-urlencoded': [{ fields: Pairs }, {}],
  multipart: [{ parts: t.readonlyArray(MultipartPart, 'a list of { name, value } or { name, file }') }, {}],
  binary: [{ file }, { contentType: t.string }],
});
export type Body = t.TypeOf<typeof Body>;
