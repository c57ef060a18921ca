import { struct, t } from '../codec/index.js';

/**
 * One of the things that made a value of a request. `from` is `call`, `row`, `request`, `folder:PATH`, `environment:NAME`,
 * `secret:NAME`, `workspace`, `builtin`, `auth:KIND`, `cookie`, `default`, `url` for credentials in the URL,
 * `script FILE:LINE`, or `unresolved`.
 */
export const Origin = struct(
  'an origin',
  { from: t.string },
  {
    /** The name between the braces that was replaced; without it the text itself is from there. */
    token: t.string,
    /** What had a value too, the nearest first, and did not win. */
    shadowed: t.readonlyArray(t.string),
    /** Of a name without a value: names that are like it. */
    near: t.readonlyArray(t.string),
  },
);
export type Origin = t.TypeOf<typeof Origin>;

/**
 * What made each place of a request: `method`, `url`, `path.id`, `query.page`, `headers.accept` in lower case, `body`, a field,
 * part or GraphQL variable of it such as `body.name`, or the line and column of its text where a value begins, such as `body@12:5`.
 */
export const Origins = t.record(t.string, t.readonlyArray(Origin), 'origins by place');
export type Origins = t.TypeOf<typeof Origins>;

/** How many places of a request have their origins. */
export const originLimits = { places: 500, ofPlace: 50 } as const;
