import type { ExportContent, ExportedDocument, ExportFormat } from '@tandem/core';

import { k6Script } from './k6/script.js';
import { postmanCollection } from './postman/collection.js';

const formats: Readonly<Record<ExportFormat, (content: ExportContent) => ExportedDocument>> = {
  k6: k6Script,
  postman: postmanCollection,
};

/** Writes requests in a format of another tool. */
export const renderExport = (format: ExportFormat, content: ExportContent): ExportedDocument =>
  formats[format](content);
