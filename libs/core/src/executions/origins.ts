import { struct, t } from '../codec/index.js';

/**
 * One source of a value in a request. `from` is `call`, `row`, `request`, `folder:PATH`, `environment:NAME`,
 * `secret:NAME`, `workspace`, `builtin`, `auth:KIND`, `cookie`, `default`, `url` for credentials in the URL, `script
 * FILE:LINE`, or `unresolved`.
 */
export const Origin = struct(
  'an origin',
  { from: t.string },
  {
    /** The variable name that was replaced. If missing, the text itself comes from there. */
    token: t.string,
    /** Other sources that had a value but lost, nearest first. */
    shadowed: t.readonlyArray(t.string),
    /** For a name without a value: similar names. */
    near: t.readonlyArray(t.string),
  },
);
export type Origin = t.TypeOf<typeof Origin>;

/**
 * The sources of each place in a request: `method`, `url`, `path.id`, `query.page`, `headers.accept` in lowercase,
 * `body`, a field, part or GraphQL variable of it such as `body.name`, or the line and column in its text where a
 * value begins, such as `body@12:5`.
 */
export const Origins = t.record(t.string, t.readonlyArray(Origin), 'origins by place');
export type Origins = t.TypeOf<typeof Origins>;

/** Maximum number of places of a request with recorded sources. */
export const originLimits = { places: 500, ofPlace: 50 } as const;
