import { isExactNumber, isJsonObject, stringifyJson } from '@tandem/core/codec';

/** How many places an outline has, how deep they are, and how many UTF-16 units of a sample it shows. */
const limits = { places: 120, depth: 8, sample: 40 } as const;

const plainName = /^[A-Za-z_]\w*$/;

/** A step of a JSONPath to the field `name`. */
export const formatPathStep = (name: string): string =>
  plainName.test(name)
    ? `.${name}`
    : `['${JSON.stringify(name)
        .slice(1, -1)
        .replaceAll('\\"', '"')
        .replaceAll("'", String.raw`\'`)}']`;

const getSample = (value: string): string => {
  if (value.length <= limits.sample) return value;
  const end = /[\ud800-\udbff]/.test(value.charAt(limits.sample - 1)) ? limits.sample - 1 : limits.sample;
  return `${value.slice(0, end)}…`;
};

const describeKind = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (isJsonObject(value)) return `object of ${Object.keys(value).length}`;
  if (isExactNumber(value)) return `number ${String(value)}`;
  return typeof value === 'string' ? `string ${getSample(value)}` : `${typeof value} ${stringifyJson(value)}`;
};

const listChildren = (path: string, value: unknown): readonly (readonly [string, unknown])[] => {
  if (Array.isArray(value)) return value.length === 0 ? [] : [[`${path}[0]`, value[0]]];
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([name, one]) => [`${path}${formatPathStep(name)}`, one]);
};

/**
 * The structure of a JSON value: the type of each place by its JSONPath, how many entries it has, and a sample. Only the first
 * entry of a list is shown. Places near the root come first, and the last line says whether there are more.
 */
export const outlineJson = (value: unknown): Readonly<Record<string, string>> => {
  const outline: Record<string, string> = Object.create(null) as Record<string, string>;
  let level: readonly (readonly [string, unknown])[] = [['$', value]];
  for (let depth = 0, places = 0; depth < limits.depth && level.length > 0; depth++) {
    for (const [path, one] of level.slice(0, limits.places - places)) outline[path] = describeKind(one);
    places += level.length;
    if (places > limits.places) break;
    level = level.flatMap(([path, one]) => listChildren(path, one));
  }
  return { ...outline };
};
