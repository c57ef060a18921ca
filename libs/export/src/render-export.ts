import type { DocumentFormat, ExportContent, ExportedDocument } from '@tandem/core';

import { harDocument } from './har/document.js';
import { htmlDocument } from './html/document.js';
import { k6Script } from './k6/script.js';
import { openApiDocument } from './openapi/document.js';
import { postmanCollection } from './postman/collection.js';

const formats: Readonly<Record<DocumentFormat, (content: ExportContent) => ExportedDocument>> = {
  openapi: openApiDocument,
  html: htmlDocument,
  har: harDocument,
  k6: k6Script,
  postman: postmanCollection,
};

/** Writes requests as one document. */
export const renderExport = (format: DocumentFormat, content: ExportContent): ExportedDocument =>
  formats[format](content);
