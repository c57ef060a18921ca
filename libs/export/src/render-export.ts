import type { DocumentFormat, ExportContent, ExportedDocument } from '@tandem/core';

import { createHarDocument } from './har/document.js';
import { createHtmlDocument } from './html/document.js';
import { createK6Script } from './k6/script.js';
import { createOpenApiDocument } from './openapi/document.js';
import { createPostmanCollection } from './postman/collection.js';

const formats: Readonly<Record<DocumentFormat, (content: ExportContent) => ExportedDocument>> = {
  openapi: createOpenApiDocument,
  html: createHtmlDocument,
  har: createHarDocument,
  k6: createK6Script,
  postman: createPostmanCollection,
};

/** Writes requests as one document. */
export const renderExport = (format: DocumentFormat, content: ExportContent): ExportedDocument =>
  formats[format](content);
