import { formatCount } from '../shell/counted.js';
import { type DroppedContent, classifyDroppedText } from './dropped.js';

/** How many files are looked at, and how much of them together, in bytes; with its quotes escaped it must fit into a message to the server. */
export const dropLimits = { files: 500, bytes: 40 * 1024 * 1024 } as const;

/** Endings of files in a folder that may be documents. */
const ofDocuments = /\.(?:json|ya?ml|har|http|rest|curl|sh|bash|bat|cmd|ps1)$/i;

/** Whether a file that was found in a folder may be a document. */
export const canBeDocument = (name: string): boolean => ofDocuments.test(name);

/** A file that was dropped, or is in a folder that was; `path` leads from there. */
export interface DroppedFile {
  readonly path: string;
  readonly text: string;
}

/** What is said of files that are too many or too long. */
export const tooMuch: DroppedContent = {
  kind: 'file',
  title: 'These are too many files to look at',
  words: `At most ${dropLimits.files} documents with ${dropLimits.bytes / 1024 / 1024} MiB are imported together. Drop some of them first.`,
};

/** What files that were dropped together are: documents, which are imported together, and others that are passed over. */
export const classifyDroppedFiles = (
  files: readonly DroppedFile[],
  passedOver: readonly string[],
): DroppedContent => {
  const told = files.map((file) => ({ ...file, dropped: classifyDroppedText(file.text, file.path) }));
  const documents = told.filter(({ dropped: { kind } }) => kind === 'document' || kind === 'curl');
  const others = told.filter((one) => !documents.includes(one));
  const [first] = documents;
  if (first === undefined) {
    const words = 'There is no document of Postman, OpenAPI, Insomnia, HAR, .http or curl among them.';
    return { kind: 'file', title: 'Tandem does not know what these files are', words };
  }
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
      ...others.map(({ path }) => ({ place: path, what: 'is not a document that can be imported' })),
      ...passedOver.map((place) => ({
        place,
        what: 'is a workspace or a Bruno collection; open it by its path',
      })),
    ],
  };
};
