import { Body, formatInlineFile, type Pair, Pairs } from '@tandem/core';
import {
  alternative,
  type Fields,
  Json,
  JsonNumber,
  getKeywords,
  getOwnValue,
  formatReceivedValue,
  stringifyJson,
  t,
  withSchema,
} from '@tandem/core/codec';
import { E, pipe } from '@tandem/core/fp';

const Plain = t.union([t.string, JsonNumber, t.boolean], 'a string, number or boolean');

const PairsByName = t.record(
  t.string,
  t.union([Plain, t.readonlyArray(Plain)], 'a string, number, boolean or a list of those'),
  'an object of values by name',
);

const toPairs = (byName: t.TypeOf<typeof PairsByName>): readonly Pair[] =>
  Object.entries(byName).flatMap(([name, given]) =>
    [given].flat().map((value) => ({ name, value: String(value), enabled: true })),
  );

/** Accepts pairs as a list, or as an object of values by name. */
const acceptPairs = (example: string) =>
  alternative(
    `an object such as ${example}, or a list of { name, value, enabled? }`,
    Pairs,
    PairsByName,
    (byName) => E.right(toPairs(byName)),
  );

const JsonObject = t.record(t.string, Json);
const JsonValue = t.union([JsonObject, t.readonlyArray(Json)], 'an object or a list');

const toJsonBody = (value: unknown): E.Either<never, Body> =>
  E.right({ type: 'json', content: stringifyJson(value, 2) });

const bodyKinds = Object.keys(Body.cases);

const Part = t.record(t.string, t.unknown);

/** Converts a part whose content is `text` or `base64`, as agents write it. */
const toPart = (part: unknown): unknown => {
  if (!Part.is(part) || 'value' in part || 'file' in part) return part;
  const { text, base64, ...more } = part;
  if (typeof text === 'string' && base64 === undefined) return { ...more, value: text };
  if (typeof base64 !== 'string' || text !== undefined) return part;
  const { contentType } = more;
  return { ...more, file: formatInlineFile(base64, typeof contentType === 'string' ? contentType : '') };
};

/** Converts a multipart body with inline content. A Left means that the body is invalid, so that the codec of bodies reports the error. */
const toMultipart = ({ parts, ...fields }: Readonly<Record<string, unknown>>): E.Either<null, Body> => {
  if (!Array.isArray(parts)) return E.left(null);
  return pipe(
    Body.decode({ ...fields, parts: parts.map(toPart) }),
    E.mapLeft(() => null),
  );
};

/** Converts a body. An object with a `type` is a body of that type, never JSON to send. */
const toBody = (value: t.TypeOf<typeof JsonValue>): E.Either<string | null, Body> => {
  if (Array.isArray(value)) return toJsonBody(value);
  const fields = value as Readonly<Record<string, unknown>>;
  const type = getOwnValue(fields, 'type');
  if (type === undefined) return toJsonBody(value);
  if (typeof type !== 'string' || !bodyKinds.includes(type))
    return E.left(
      `has the type ${formatReceivedValue(type)}, but the types of a body are ${bodyKinds.join(', ')}; write JSON with a type of its own as {"type": "json", "content": {"type": …}}`,
    );
  if (type === 'multipart') return toMultipart(fields);
  const content = getOwnValue(fields, 'content');
  const isJson = type === 'json' && Object.keys(value).length === 2 && JsonValue.is(content);
  return isJson ? toJsonBody(content) : E.left(null);
};

const body = alternative(
  `JSON such as {"name": "Ann"}, or an object such as {"type": "text", "content": "…"} with one of the types ${bodyKinds.join(', ')}`,
  Body,
  JsonValue,
  toBody,
);

const forms: Fields = {
  headers: acceptPairs('{"Accept": "text/html"}'),
  queryParams: acceptPairs('{"page": 1}'),
  pathParams: acceptPairs('{"id": 7}'),
  requestVariables: acceptPairs('{"host": "localhost"}'),
  body,
};

/** Makes the fields accept every form in which a caller may write them: pairs by name, and a body as JSON. */
export const acceptWrittenForms = <F extends Fields>(fields: F): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, codec]) => {
      const form = getOwnValue(forms, name);
      return [name, form === undefined ? codec : withSchema(form, getKeywords(codec))];
    }),
  ) as F;
