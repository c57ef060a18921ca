import { decodeFileText, isCurl, isReadWithHttpFile } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import { splitCurlCommands } from '@tandem/core/curl';

import { formatCount } from '../shell/phrases.js';
import type { ImportedDocuments } from './import-plans.js';

/**
 * Maximum number of files, and their maximum total size in bytes. They must fit into a message to the server after their
 * quotes are escaped.
 */
export const dropLimits = { files: 500, bytes: 40 * 1024 * 1024 } as const;

/** Extensions of files that may be documents. They are only checked for files in a folder. */
const documentExtensions = /\.(?:json|ya?ml|har|http|rest|curl|sh|bash|bat|cmd|ps1)$/i;

/** Whether a file in a folder may be a document. */
export const canBeDocument = (name: string): boolean => documentExtensions.test(name);

/** A dropped file, or a file in a dropped folder; `path` begins with the dropped item. */
export interface DroppedFile {
  readonly path: string;
  readonly text: string;
}

/** The result for too many or too large files. */
export const tooManyFiles: DroppedContent = {
  kind: 'file',
  title: 'Too many files',
  words: `At most ${dropLimits.files} documents with ${dropLimits.bytes / 1024 / 1024} MiB can be imported together. Drop fewer at a time.`,
};

/** Classifies files that were dropped together: documents are imported together, and other files are skipped. */
export const classifyDroppedFiles = (
  files: readonly DroppedFile[],
  passedOver: readonly string[],
): DroppedContent => {
  const classified = files.map((file) => ({ ...file, dropped: classifyDroppedText(file.text, file.path) }));
  const documents = classified.filter(({ dropped: { kind } }) => kind === 'document' || kind === 'curl');
  const others = classified.filter((one) => !documents.includes(one));
  const [first] = documents;
  if (first === undefined) {
    const words = 'None of them is a Postman, OpenAPI, Insomnia, HAR, .http or curl document.';
    return { kind: 'file', title: 'Tandem does not recognize these files', words };
  }
  const paths = documents.map(({ path }) => path);
  const title =
    documents.length === 1 && first.dropped.kind === 'document'
      ? first.dropped.title
      : formatCount(documents.length, 'document');
  return {
    kind: 'documents',
    title,
    documents: documents.map(({ path, text }) => ({ name: path, text })),
    files: Object.fromEntries(others.map(({ path, text }) => [path, text])),
    passedOver: [
      ...others
        .filter(({ path }) => !isReadWithHttpFile(path, paths))
        .map(({ path }) => ({ place: path, what: 'is not a document that can be imported' })),
      ...passedOver.map((path) => ({
        place: path,
        what: 'is a workspace or a Bruno collection; open it by its path',
      })),
    ],
  };
};

/** The content that was dropped on the window. */
export type DroppedContent =
  | { readonly kind: 'curl'; readonly command: string }
  /** The URL of a document that may be imported. */
  | { readonly kind: 'url'; readonly url: string }
  /** A workspace folder, which is opened by its path. */
  | { readonly kind: 'workspace'; readonly title: string; readonly words: string }
  /** A document of another tool, which can be imported. */
  | { readonly kind: 'document'; readonly title: string; readonly name: string; readonly text: string }
  /** Several documents, which are imported together. */
  | ({ readonly kind: 'documents' } & ImportedDocuments)
  /** A file that cannot be imported. */
  | { readonly kind: 'file'; readonly title: string; readonly words: string };

const createFileContent = (title: string, words: string): DroppedContent => ({ kind: 'file', title, words });

/** The tool and kind of a document as a title, or what else was dropped. */
type DropDetection = string | DroppedContent;

const isObject = (u: unknown): u is Readonly<Record<string, unknown>> =>
  typeof u === 'object' && u !== null && !Array.isArray(u);

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

const getTextAt = (value: unknown, key: string): string =>
  toText(isObject(value) ? getOwnValue(value, key) : undefined);

const quoteName = (name: string): string => (name === '' ? '' : ` “${name}”`);

/** A browser provides the files of a folder, but not the folder's path. */
const openByPathHint = 'A browser does not say where a folder is: open it by its path.';

const bruMessage = 'It belongs to the folder of a Bruno collection: open that folder by its path.';

const isPostmanItem = (u: unknown): boolean =>
  isObject(u) && (u.request !== undefined || Array.isArray(u.item));

/** Whether a document is a Postman collection of any format, some of which have no schema. */
const isPostmanCollection = ({
  info,
  item,
  name,
  order,
  requests,
}: Readonly<Record<string, unknown>>): boolean =>
  getTextAt(info, 'schema').includes('getpostman.com') ||
  (Array.isArray(item) && (isObject(info) || item.some(isPostmanItem))) ||
  (toText(name) !== '' && Array.isArray(order) && Array.isArray(requests));

/** Detects the tool of a JSON document by the fields that the tool's format requires. */
const detectJson = (read: unknown): DropDetection | undefined => {
  if (!isObject(read)) return undefined;
  const { info, values, openapi, swagger, log, resources } = read;
  const name = quoteName(getTextAt(info, 'name') || getTextAt(info, 'title') || getTextAt(read, 'name'));
  if (isPostmanCollection(read)) return `A Postman collection${name}`;
  if (Array.isArray(values) && /environment|globals/.test(getTextAt(read, '_postman_variable_scope')))
    return `A Postman environment${name}`;
  if (typeof openapi === 'string') return `An OpenAPI ${openapi} document${name}`;
  if (typeof swagger === 'string') return `A Swagger ${swagger} document${name}`;
  if (isObject(log) && Array.isArray(log.entries)) return `A HAR file with ${log.entries.length} requests`;
  if (getTextAt(read, '_type') === 'export' || (Array.isArray(resources) && '__export_format' in read))
    return 'An Insomnia export';
  if (getTextAt(read, 'type').includes('insomnia')) return 'An Insomnia export';
  return undefined;
};

/** Recognizes text that is not JSON by the beginnings of known formats. */
const detectText = (text: string, name: string): DropDetection | undefined => {
  const version = /^(openapi|swagger)\s*:\s*["']?([\d.]+)/m.exec(text);
  if (version) return `${version[1] === 'openapi' ? 'An OpenAPI' : 'A Swagger'} ${version[2] ?? ''} document`;
  if (/^type\s*:\s*["']?\w*\.insomnia\.rest\//m.test(text)) return 'An Insomnia export';
  if (/^opencollection\s*:/m.test(text)) {
    const words = 'It belongs to the folder of a workspace: open that folder by its path.';
    return { kind: 'workspace', title: 'The file of a workspace', words };
  }
  if (name.toLowerCase().endsWith('.bru') || /^meta\s*\{\s*$/m.test(text))
    return { kind: 'workspace', title: 'A Bruno file', words: bruMessage };
  if (
    /\.(http|rest)$/i.test(name) ||
    /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+(https?:\/\/|\{\{)\S+/m.test(text)
  )
    return 'A file of HTTP requests (.http)';
  return undefined;
};

/** Whether a file contains commands. A command file may begin with other commands than curl. */
const isScript = (name: string): boolean => /\.(?:sh|bash|zsh|bat|cmd|ps1|curl)$/i.test(name);

/** Recognizes dropped text by its content, and by its file name only if the content is not conclusive. */
export const classifyDroppedText = (text: string, name: string): DroppedContent => {
  const commands = isCurl(text) || isScript(name) ? splitCurlCommands(text).length : 0;
  if (commands > 1 || (commands === 1 && !isCurl(text)))
    return { kind: 'document', title: formatCount(commands, 'curl command'), name, text };
  if (isCurl(text)) return { kind: 'curl', command: text };
  const url = text.trim();
  if (/^https?:\/\/\S+$/i.test(url) && URL.canParse(url)) return { kind: 'url', url };
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    read = undefined;
  }
  const known = read === undefined ? detectText(text, name) : detectJson(read);
  if (typeof known === 'string') return { kind: 'document', title: known, name, text };
  if (known) return known;
  const words =
    'A text with a curl command becomes a request. To send a file, drop it on the body of a request.';
  return createFileContent(
    name === '' ? 'Tandem does not recognize this text' : `Tandem does not recognize ${name}`,
    words,
  );
};

/** Recognizes a dropped folder that is opened instead of imported, by the file names in it. */
export const classifyDroppedFolder = (name: string, names: readonly string[]): DroppedContent | undefined => {
  if (names.includes('opencollection.yml'))
    return { kind: 'workspace', title: `The workspace folder ${name}`, words: openByPathHint };
  if (!names.includes('bruno.json')) return undefined;
  const words = `${openByPathHint} You are asked how to convert it.`;
  return { kind: 'workspace', title: `The Bruno collection ${name}`, words };
};

/** A file with its path, which begins with the name of the dropped item. */
interface FoundFile {
  readonly path: string;
  readonly file: File;
}

/**
 * The entries of dropped folders: files that may be documents, folders that are opened instead of imported, and other
 * files, to which documents may refer.
 */
interface GatheredEntries {
  readonly files: FoundFile[];
  readonly folders: string[];
  readonly others: Map<string, () => Promise<File>>;
}

/** Maximum number of remembered other files. Their content is only read if a document refers to them. */
const maxOtherFiles = 10_000;

const readEntryFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });

/** Lists the entries of a folder. A browser returns a hundred at a time. */
const listFolderEntries = async (folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> => {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all;
    all.push(...some);
  }
};

const isOwnFolder = (entries: readonly FileSystemEntry[]): boolean =>
  entries.some(({ name }) => name === 'opencollection.yml' || name === 'bruno.json');

const isVisibleEntry = ({ name }: FileSystemEntry): boolean =>
  !name.startsWith('.') && name !== 'node_modules';

/** Collects the files below a folder that may be documents, sorted by path. */
const collectFiles = async (
  folder: FileSystemDirectoryEntry,
  path: string,
  gathered: GatheredEntries,
): Promise<void> => {
  const { files, folders, others } = gathered;
  const entries = (await listFolderEntries(folder))
    .filter(isVisibleEntry)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  if (isOwnFolder(entries)) {
    folders.push(path);
    return;
  }
  for (const entry of entries) {
    if (files.length > dropLimits.files) return;
    const below = `${path}/${entry.name}`;
    if (entry.isDirectory) await collectFiles(entry as FileSystemDirectoryEntry, below, gathered);
    else if (canBeDocument(entry.name))
      files.push({ path: below, file: await readEntryFile(entry as FileSystemFileEntry) });
    else if (others.size < maxOtherFiles)
      others.set(below, () => readEntryFile(entry as FileSystemFileEntry));
  }
};

const readAll = async ({ files, folders, others }: GatheredEntries): Promise<DroppedContent> => {
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  if (files.length > dropLimits.files || bytes > dropLimits.bytes) return tooManyFiles;
  const read: DroppedFile[] = [];
  for (const { path, file } of files) {
    const found = decodeFileText(new Uint8Array(await file.arrayBuffer()));
    if ('text' in found) read.push({ path, text: found.text });
    // A document may send other files, such as pictures, which were dropped beside it.
    else if (canBeDocument(path) || files.length === 1)
      return { kind: 'file', title: `${path} cannot be read`, words: `In it, ${found.problem}.` };
  }
  const dropped = classifyDroppedFiles(read, folders);
  if (dropped.kind !== 'documents') return dropped;
  const texts = files.map(({ path, file }) => [path, () => Promise.resolve(file)] as const);
  return { ...dropped, sentFiles: new Map([...texts, ...others]) };
};

/** Recognizes files that were picked or pasted together. */
const readDocuments = (files: readonly File[]): Promise<DroppedContent> =>
  readAll({ files: files.map((file) => ({ path: file.name, file })), folders: [], others: new Map() });

/** Recognizes entries that were dropped together: files, and folders with their content. */
const recogniseEntries = async (entries: readonly FileSystemEntry[]): Promise<DroppedContent> => {
  const gathered: GatheredEntries = { files: [], folders: [], others: new Map() };
  for (const entry of entries) {
    if (entry.isDirectory) await collectFiles(entry as FileSystemDirectoryEntry, entry.name, gathered);
    else gathered.files.push({ path: entry.name, file: await readEntryFile(entry as FileSystemFileEntry) });
  }
  return readAll(gathered);
};

/**
 * Maximum number of bytes that are read from a dropped file. They must fit into a message to the server after their quotes
 * are escaped.
 */
const maxReadBytes = 40 * 1024 * 1024;

/** Recognizes a single file. */
const recogniseFile = async (file: File): Promise<DroppedContent> => {
  if (file.size > maxReadBytes) {
    const words = `It has more than ${maxReadBytes / 1024 / 1024} MiB. Split it, or let an agent import it by its path.`;
    return createFileContent(`${file.name} is too large`, words);
  }
  const read = decodeFileText(new Uint8Array(await file.arrayBuffer()));
  return 'text' in read
    ? classifyDroppedText(read.text, file.name)
    : createFileContent(`${file.name} cannot be read`, `In it, ${read.problem}.`);
};

/** Recognizes the content of dropped folders and the files that were dropped together with them. */
const recogniseFolders = async (entries: readonly FileSystemEntry[]): Promise<DroppedContent> => {
  const [first, ...others] = entries;
  const own =
    first?.isDirectory === true && others.length === 0
      ? classifyDroppedFolder(
          first.name,
          (await listFolderEntries(first as FileSystemDirectoryEntry)).map(({ name }) => name),
        )
      : undefined;
  return own ?? recogniseEntries(entries);
};

/** The data of a drop, a paste or a file dialog. */
export interface DroppedData {
  readonly files: readonly File[];
  readonly entries?: readonly FileSystemEntry[];
  readonly text?: string;
}

/** Recognizes what was dropped, pasted or picked; undefined if it is nothing. */
export const recogniseContent = async ({
  files,
  entries = [],
  text = '',
}: DroppedData): Promise<DroppedContent | undefined> => {
  if (entries.some(({ isDirectory }) => isDirectory)) return recogniseFolders(entries);
  const [file, ...others] = files;
  if (file !== undefined) return others.length === 0 ? recogniseFile(file) : readDocuments(files);
  return text.trim() === '' ? undefined : classifyDroppedText(text, '');
};
