import { filesPage } from '../docs/files-page.js';
import { scriptsPage } from '../docs/scripts-page.js';
import type { Resource, ResourceContent } from '../catalogue/catalogue.js';
import { generateToolsGuide } from '../tools/tools-guide.js';

interface Document {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly text: () => string;
}

const mimeType = 'text/markdown';

const documents: readonly Document[] = [
  {
    uri: 'tandem://docs/tools',
    name: 'tools',
    title: 'All tools, arguments and results',
    text: generateToolsGuide,
  },
  { uri: 'tandem://docs/scripts', name: 'scripts', title: 'What scripts can use', text: () => scriptsPage },
  { uri: 'tandem://docs/files', name: 'files', title: 'Files of a workspace', text: () => filesPage },
];

/** The documents that agents can read, in the format of `resources/list`. */
export const listedDocuments: readonly Resource[] = documents.map(({ text: _text, ...one }) => ({
  ...one,
  mimeType,
}));

/** Reads the document with this URI. Undefined if there is none. */
export const readDocument = (uri: string): ResourceContent | undefined => {
  const found = documents.find((one) => one.uri === uri);
  return found && { uri, mimeType, text: found.text() };
};
