import type { BudgetShare } from '@tandem/node/http';
import type { Head } from '../head.js';
import { formatJsonObject, groupByName, joinJsonTexts, quote } from '../json-text.js';
import type { EchoSettings } from '../options.js';
import { Refusal } from '../refusal.js';
import { consume } from './consume.js';
import { type Disposition, parseDisposition, parseEssence, parseMediaType } from './media-type.js';
import { createMultipartReader } from './multipart-stream.js';
import { decodeText, toDataUrl } from './text.js';

/** A form part, ready for the response. */
interface FormPart {
  readonly name: string;
  readonly isFile: boolean;
  readonly json: string;
}

/** Maximum size of file content that is echoed, in bytes. */
const maxContentBytes = 64 * 1024;

/** Estimated size of a part without its content, in bytes. */
const partOverheadBytes = 256;

const formatContent = (octets: Buffer | undefined): string => {
  if (octets === undefined) return '"encoding":null,"content":null';
  const text = decodeText(octets);
  if (text !== undefined) return `"encoding":"utf8","content":${quote(text)}`;
  return `"encoding":"base64","content":"${octets.toString('base64')}"`;
};

const formatFile = (
  filename: string,
  contentType: string,
  size: number,
  octets: Buffer | undefined,
): string =>
  `{"filename":${quote(filename)},"contentType":${quote(contentType)},"size":${String(size)},${formatContent(octets)}}`;

const formatField = (octets: Buffer, contentType: string): string =>
  quote(
    decodeText(octets, parseMediaType(contentType).charset) ?? toDataUrl(octets, parseEssence(contentType)),
  );

/**
 * Collects one part: a whole field, or as much of a file as is echoed.
 * @param headers the headers of the part, one character per byte
 * @param share counts the bytes that are kept in memory
 */
const collectPart = (headers: ReadonlyMap<string, string>, share: Pick<BudgetShare, 'take'>) => {
  share.take(partOverheadBytes);
  const { name, filename }: Disposition = parseDisposition(headers.get('content-disposition'));
  const contentType = headers.get('content-type') ?? '';
  const chunks: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (filename !== undefined && size > maxContentBytes) chunks.length = 0;
    else {
      share.take(chunk.length);
      chunks.push(Buffer.from(chunk)); // copied, because a slice would keep its whole chunk in memory
    }
  };
  const finish = (): FormPart => {
    if (filename === undefined)
      return { name, isFile: false, json: formatField(Buffer.concat(chunks), contentType) };
    const octets = size > maxContentBytes ? undefined : Buffer.concat(chunks);
    const json = formatFile(
      filename,
      contentType === '' ? 'application/octet-stream' : contentType,
      size,
      octets,
    );
    return { name, isFile: true, json };
  };
  return { take, finish };
};

const formatParts = (parts: readonly FormPart[]): string => {
  const groups = groupByName(parts.map(({ name, json }) => [name, json] as const));
  return formatJsonObject([...groups].map(([name, jsons]) => [name, joinJsonTexts(jsons)] as const));
};

/** Formats the fields `body`, `json`, `form`, `files` and `data` of the echo for the parts of a form, in order. */
const describeParts = (parts: readonly FormPart[]): string => {
  const fields = parts.filter(({ isFile }) => !isFile);
  const files = parts.filter(({ isFile }) => isFile);
  return `"body":${formatParts(parts)},"json":null,"form":${formatParts(fields)},"files":${formatParts(files)},"data":null`;
};

/**
 * Formats the fields `body`, `json`, `form`, `files` and `data` of the echo for a `multipart/form-data` body; undefined if the body is empty.
 * @throws Refusal 400 for a malformed or incomplete body or a missing boundary, 413 beyond the limits; BudgetExceededError; ClientDisconnectedError
 */
export const describeMultipart = async (
  head: Head,
  { maxUpload, maxParts }: Pick<EchoSettings, 'maxUpload' | 'maxParts'>,
  share: BudgetShare,
): Promise<string | undefined> => {
  const { boundary } = parseMediaType(head.used['content-type']);
  if (boundary === undefined)
    throw new Refusal(400, 'The multipart body has no boundary in its Content-Type.');
  const parts: FormPart[] = [];
  const { push, hasEnded } = createMultipartReader(boundary, (headers) => {
    if (parts.length === maxParts)
      throw new Refusal(413, `The multipart body has more than ${String(maxParts)} parts.`);
    const { take, finish } = collectPart(headers, share);
    return { take, end: () => parts.push(finish()) };
  });
  let size = 0;
  await consume(head, maxUpload, (chunk) => {
    size += chunk.length;
    push(chunk);
  });
  if (size === 0) return undefined;
  if (!hasEnded()) throw new Refusal(400, 'The multipart body is cut short.');
  return describeParts(parts);
};
