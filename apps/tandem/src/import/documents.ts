import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { FetchedDocument } from '@tandem/application';
import { decodeFileText, importLimits, importTooLongProblem, isReadWithHttpFile } from '@tandem/core';

import { readInputFile, readLimitedBytes, requireFileText } from '../input-file.js';
import { CommandRefusal, exitCodes, quoteShellWord } from '../refusal.js';

const limit = { bytes: importLimits.bytes, tooLong: importTooLongProblem, exitCode: exitCodes.unreadable };

/**
 * Reads the text of the document in `file`, or from stdin for `-`.
 * @throws CommandRefusal if it is missing or too long
 */
const readDocument = async (file: string): Promise<string> => {
  if (file === '-')
    return requireFileText(await readLimitedBytes(process.stdin, 'stdin', limit), 'stdin', limit.exitCode);
  if ((await stat(file).catch(() => undefined)) === undefined)
    throw new CommandRefusal(`${file} does not exist.`);
  return requireFileText(await readInputFile(file, limit), file, limit.exitCode);
};

/** Reads files that a document references below its folder. Links out of that folder are not followed. */
export const createSiblingReader = (file: string) => {
  const folder = file === '-' ? process.cwd() : dirname(file);
  return async (path: string): Promise<string | undefined> => {
    try {
      const [root, found] = [await realpath(folder), await realpath(join(folder, path))];
      const about = await stat(found);
      const isBelow = found.startsWith(root.endsWith(sep) ? root : root + sep);
      if (!isBelow || !about.isFile() || about.size > importLimits.bytes) return undefined;
      const read = decodeFileText(await readFile(found));
      return 'text' in read ? read.text : undefined;
    } catch {
      return undefined;
    }
  };
};

/** Returns the name of a document in messages. */
export const getDocumentName = (file: string): string => {
  if (file === '-') return 'stdin';
  const [scheme] = /^[a-z][a-z\d+.-]*:\/\//i.exec(file) ?? [];
  if (scheme === undefined) return file;
  // The rest of the URL may contain a login or a token.
  if (!/^https?:/i.test(scheme) || !URL.canParse(file))
    return `${scheme}${file.slice(scheme.length).replace(/^[^]*@|[?#][^]*$/g, '')}`;
  const { origin, pathname } = new URL(file);
  return `${origin}${pathname}`;
};

/** A document to import. */
export interface InputDocument {
  readonly file: string;
  readonly text: string;
  /** Whether the document was found in a folder instead of named. It may then be a file that cannot be imported. */
  readonly isFound: boolean;
  /** Set only for a document fetched from a URL. */
  readonly fetched?: Pick<FetchedDocument, 'name' | 'url' | 'base'>;
}

/** Fetches the document at a URL. */
export type FetchUrl = (url: string) => Promise<FetchedDocument>;

const isUrl = (source: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(source);

/** Maximum number of documents that one import reads from a folder. */
const maxDocuments = 500;

const extension = /\.(?:json|ya?ml|har|http|rest|curl|sh|bash|bat|cmd|ps1)$/i;

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** The files in a folder that may be documents, sorted by path. Skips hidden files and packages. */
const listDocumentFiles = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const shown = entries
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: string[] = [];
  for (const entry of shown) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await listDocumentFiles(path)));
    else if (entry.isFile() && extension.test(entry.name)) found.push(path);
  }
  return found;
};

/** Refuses folders whose files cannot be imported one by one. */
const refuseCollection = async (folder: string): Promise<void> => {
  if (await isFile(join(folder, 'opencollection.yml')))
    throw new CommandRefusal(
      `${folder} needs no import: it is a workspace folder already. Run it: tandem run ${quoteShellWord(folder)}`,
    );
  if (await isFile(join(folder, 'bruno.json')))
    throw new CommandRefusal(`${folder} is a collection of .bru files; import it by itself.`);
};

const readFolderDocuments = async (folder: string): Promise<readonly InputDocument[]> => {
  await refuseCollection(folder);
  const files = await listDocumentFiles(folder);
  if (files.length === 0) throw new CommandRefusal(`${folder} has no file in it that could be a document.`);
  if (files.length > maxDocuments)
    throw new CommandRefusal(
      `${folder} has more than ${maxDocuments} files; import some of its folders one by one.`,
    );
  const documents: InputDocument[] = [];
  for (const file of files.filter((one) => !isReadWithHttpFile(one, files)))
    documents.push({ file, text: await readDocument(file), isFound: true });
  return documents;
};

/**
 * Splits a command line into the documents and the workspace folder. The last of several names is the folder, unless it is a file or a
 * URL.
 */
export const splitNames = async (
  names: readonly string[],
): Promise<{ readonly sources: readonly string[]; readonly folder: string | undefined }> => {
  const last = names.at(-1);
  if (names.length < 2 || last === undefined || last === '-' || isUrl(last) || (await isFile(last)))
    return { sources: names, folder: undefined };
  return { sources: names.slice(0, -1), folder: last };
};

/** Reads the named documents, and those in named folders. */
export const readDocuments = async (
  sources: readonly string[],
  fetchUrl: FetchUrl,
): Promise<readonly InputDocument[]> => {
  const documents: InputDocument[] = [];
  for (const source of sources) {
    if (isUrl(source)) {
      const { text, ...fetched } = await fetchUrl(source);
      documents.push({ file: source, text, isFound: false, fetched });
    } else if (source !== '-' && (await isDirectory(source)))
      documents.push(...(await readFolderDocuments(source)));
    else documents.push({ file: source, text: await readDocument(source), isFound: false });
  }
  if (documents.filter(({ file }) => file === '-').length > 1)
    throw new CommandRefusal('- can be given once only.');
  return documents;
};
