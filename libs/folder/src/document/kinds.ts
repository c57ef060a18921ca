import type { FolderKind, RequestKind } from '@tandem/core';

import { environmentDocument } from './environment.js';
import { folderDocument } from './folder.js';
import { graphqlDocument } from './graphql.js';
import type { DocumentKind, RequestDocumentKind } from './kind.js';
import { restDocument } from './rest.js';
import { workspaceDocument } from './workspace.js';

/** The document of each kind of request. */
export const requestDocuments: { readonly [K in RequestKind]: RequestDocumentKind<K> } = {
  rest: restDocument,
  graphql: graphqlDocument,
};

/** The document of each kind of entity. */
export const documentKinds: { readonly [K in FolderKind]: DocumentKind<K> } = {
  workspace: workspaceDocument,
  environment: environmentDocument,
  folder: folderDocument,
  ...requestDocuments,
};
