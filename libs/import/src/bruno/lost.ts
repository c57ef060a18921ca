import { getOwnValue } from '@tandem/core/codec';

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value means the same as its absence. */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  value === 'none' ||
  (Array.isArray(value) && value.length === 0) ||
  (isMap(value) && Object.values(value).every(isNothing));

/**
 * Ids and counts that Bruno generates each time, and a name that it writes for a token that goes only into the URL.
 */
const passedOver = new Set(['uid', 'tokenQueryKey', 'size', 'filesCount']);

const normalizeText = (value: unknown): string => String(value).replaceAll('\r\n', '\n').trim();

/** Whether Bruno expresses the same in another way. */
const isExpressedElsewhere = (key: string, value: unknown, after: unknown): boolean => {
  if (passedOver.has(key)) return true;
  if (!isMap(after)) return false;
  // Certificates in YAML are active as soon as they exist.
  if (key === 'enabled' && Array.isArray(after.certs)) return after.certs.length > 0;
  // An assertion without an operator means eq.
  return key === 'value' && typeof value === 'string' && after.value === `eq ${value}`;
};

/** Annotations other than descriptions and types, which have their own fields. */
const selectOwnAnnotations = (value: unknown, after: unknown): unknown =>
  Array.isArray(value) && isMap(after)
    ? value.filter(
        (one) => !isMap(one) || (one.name !== 'description' && one.name !== getOwnValue(after, 'dataType')),
      )
    : value;

/** A list entry by its name or number. */
const getEntryName = (one: unknown, at: number): string =>
  isMap(one) && typeof one.name === 'string' && one.name !== '' ? one.name : String(at + 1);

type Path = readonly string[];

const findLostPaths = (before: unknown, after: unknown, path: Path): readonly Path[] => {
  if (isNothing(before)) return [];
  if (Array.isArray(before))
    return before.flatMap((one: unknown, at) =>
      findLostPaths(one, Array.isArray(after) ? after[at] : undefined, [...path, getEntryName(one, at)]),
    );
  if (isMap(before)) {
    // One line for something that is missing as a whole.
    if (after === undefined && path.length > 0) return [path];
    return Object.entries(before).flatMap(([key, value]) =>
      isExpressedElsewhere(key, value, after)
        ? []
        : findLostPaths(
            key === 'annotations' ? selectOwnAnnotations(value, after) : value,
            isMap(after) ? getOwnValue(after, key) : undefined,
            [...path, key],
          ),
    );
  }
  return after !== undefined && normalizeText(before) === normalizeText(after) ? [] : [path];
};

const sentences: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [/^request\.vars\.re[qs]\.(.+)\.local$/, 'that the variable “$1” is local to the request'],
  [/^(?:.*\.)?([^.]+)\.annotations\.(.+?)(?:\.(?:name|value))?$/, 'the annotation “@$2” of “$1”'],
  [/^bruno\.json\.proxy\b.*$/, 'the proxy of bruno.json; set one for the environment or the workspace'],
  [/^bruno\.json\.scripts\b.*$/, 'what bruno.json allows scripts to load and read'],
  [/^bruno\.json\.(.+)$/, '“$1” of bruno.json'],
  [/^request\.auth\.(.+)$/, '“$1” of its auth'],
  [/^(?:request\.)?(.+)$/, '“$1”, for which YAML has no place'],
];

const describePath = (path: string): string => {
  const [pattern, sentence] = sentences.find(([one]) => one.test(path)) ?? [/$/, ''];
  return path.replace(pattern, sentence);
};

/** What `before` has and `after` does not, in words, each once. */
export const describeLosses = (before: unknown, after: unknown, path: Path = []): readonly string[] => [
  ...new Set(findLostPaths(before, after, path).map((one) => describePath(one.join('.')))),
];
