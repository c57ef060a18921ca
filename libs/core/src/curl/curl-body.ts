import type { Body, MultipartPart, Pair } from '../requests/fields.js';

import type { CurlArgument } from './curl-options.js';

/** A body with the content type that curl sends, or why a request cannot contain the body. */
export type CurlBody =
  | { readonly body: Body; readonly contentType?: string; readonly accept?: string }
  | { readonly problem: string };

const formType = 'application/x-www-form-urlencoded';

const decodeSafely = (text: string): string | undefined => {
  try {
    return /%(26|3D|2B|25)/i.test(text) ? undefined : decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
};

/**
 * Parses form text into fields. Undefined if the fields cannot be encoded to the same text again, because a server could then decode other
 * data.
 */
const parseFormFields = (text: string): readonly Pair[] | undefined => {
  if (/^\s*(\[|\{(?!\{))/.test(text)) return undefined;
  const fields = [...new URLSearchParams(text)];
  const written = new URLSearchParams(fields).toString();
  const same = [written, written.replaceAll('+', '%20'), decodeSafely(written)];
  return same.includes(text) ? fields.map(([name, value]) => ({ name, value, enabled: true })) : undefined;
};

/** Encodes an argument of `--data-urlencode`: `content`, `=content` or `name=content`. */
export const encodeDataUrlencode = (value: string): string => {
  const at = value.indexOf('=');
  const [name, content] = at < 0 ? ['', value] : [value.slice(0, at), value.slice(at + 1)];
  const written = encodeURIComponent(content).replaceAll('%7B%7B', '{{').replaceAll('%7D%7D', '}}');
  return name === '' ? written : `${name}=${written}`;
};

const dataNames: ReadonlySet<string> = new Set(['data', 'data-raw', 'data-binary', 'data-urlencode', 'json']);

/** Selects the arguments that carry data, in order. */
export const selectDataArguments = (all: readonly CurlArgument[]): readonly CurlArgument[] =>
  all.filter(({ name }) => dataNames.has(name));

const isFile = ({ name, value }: CurlArgument): boolean =>
  name === 'data-urlencode' ? /^[^=]*@/.test(value) : name !== 'data-raw' && value.startsWith('@');

const toDataText = ({ name, value }: CurlArgument): string =>
  name === 'data-urlencode' ? encodeDataUrlencode(value) : value;

/** The data as one string, joined as curl joins it; undefined if some of the data is in a file. */
export const joinData = (data: readonly CurlArgument[]): string | undefined =>
  data.some(isFile)
    ? undefined
    : data.reduce(
        (text, one, at) => text + (at === 0 || one.name === 'json' ? '' : '&') + toDataText(one),
        '',
      );

const isJson = (type: string): boolean => /^application\/json\s*(;|$)/i.test(type);

const createFileBody = (data: readonly CurlArgument[], contentType: string): CurlBody => {
  const [only] = data;
  const file = only?.value.slice(1) ?? '';
  if (data.length > 1 || only?.name === 'data-urlencode')
    return { problem: 'It joins data from a file with other data. Put the whole body into the file.' };
  if (file === '-')
    return { problem: 'Its body comes from another command. Save it to a file and give that.' };
  return { body: { type: 'binary', file, contentType } };
};

/** Creates the body of `-d` and similar options, with the content type from the command's headers. */
export const createDataBody = (data: readonly CurlArgument[], given: string | undefined): CurlBody => {
  const usesJson = data.some(({ name }) => name === 'json');
  const contentType = given ?? (usesJson ? 'application/json' : formType);
  const accept = usesJson ? { accept: 'application/json' } : {};
  const text = joinData(data);
  if (text === undefined) return { ...createFileBody(data, contentType), ...accept };
  if (isJson(contentType)) return { body: { type: 'json', content: text }, contentType, ...accept };
  const fields = contentType === formType ? parseFormFields(text) : undefined;
  if (fields !== undefined) return { body: { type: 'form-urlencoded', fields } };
  return { body: { type: 'text', content: text, contentType }, ...accept };
};

/** Text that curl allows in quotation marks, with backslash escapes. */
const unquoteText = (text: string): string =>
  /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text;

/** Splits text at semicolons outside quotation marks. An unpaired quotation mark is an ordinary character. */
const splitAtSemicolons = (text: string): readonly string[] => {
  const quoted = /"[^"\\]*(?:\\[^][^"\\]*)*"/y;
  const parts: string[] = [];
  let [from, hasQuotes] = [0, true];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === ';') {
      parts.push(text.slice(from, at));
      from = at + 1;
    } else if (text[at] === '"' && hasQuotes) {
      quoted.lastIndex = at;
      hasQuotes = quoted.test(text);
      if (hasQuotes) at = quoted.lastIndex - 1;
    }
  }
  return [...parts, text.slice(from)];
};

/** Parses the settings after the value of a form field, such as `;type=text/plain`. */
const parsePartSettings = (content: string) => {
  const [main = '', ...settings] = splitAtSemicolons(content).map((one) => one.trim());
  const settingOf = (key: string): string | undefined =>
    settings
      .find((one) => one.startsWith(`${key}=`))
      ?.slice(key.length + 1)
      .replace(/^"(.*)"$/, '$1');
  const headers = settings.flatMap((one): readonly Pair[] => {
    const [, name, value] =
      /^headers=([^:]+):\s*(.*)$/s.exec(
        one.replace(/^(headers=)(".*")$/s, (_, key: string, line: string) => key + unquoteText(line)),
      ) ?? [];
    return name === undefined || value === undefined ? [] : [{ name, value, enabled: true }];
  });
  return { main, contentType: settingOf('type'), filename: settingOf('filename'), headers };
};

const parseFormPart = ({ name: option, value }: CurlArgument): MultipartPart | string => {
  const at = value.indexOf('=');
  if (at < 0) return `The form field ${value} has no value.`;
  const [name, content] = [value.slice(0, at), value.slice(at + 1)];
  if (option === 'form-string') return { name, value: content, enabled: true };
  if (content.startsWith('<'))
    return `The form field ${name} reads its text from a file. Write the text into the command.`;
  const { main, contentType, filename, headers } = parsePartSettings(content);
  const settings = {
    enabled: true,
    ...(filename === undefined ? {} : { filename }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(headers.length === 0 ? {} : { headers }),
  };
  const hasSettings = filename !== undefined || contentType !== undefined || headers.length > 0;
  if (!content.startsWith('@'))
    return { name, value: hasSettings ? unquoteText(main) : content, ...settings };
  return {
    name,
    file: main.slice(1).replace(/^"(.*)"$/, '$1'),
    ...settings,
  };
};

/** Creates the body of `-F` and `--form-string`. */
export const createFormBody = (all: readonly CurlArgument[]): CurlBody => {
  const parts: MultipartPart[] = [];
  for (const part of all.map(parseFormPart)) {
    if (typeof part === 'string') return { problem: part };
    parts.push(part);
  }
  return { body: { type: 'multipart', parts } };
};
