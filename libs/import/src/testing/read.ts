import type { ForeignDocument, ImportDocument, ImportedRequest } from '@tandem/core';

import { readDocument } from '../read-document.js';

/** Reads the imported document; throws if it is rejected. */
export const read = (given: string | object, more: Partial<ForeignDocument> = {}): ImportDocument => {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const reading = readDocument({ text, ...more });
  if (reading.kind === 'refused') throw new Error(reading.why);
  return reading.document;
};

/** Returns the reason why a document is rejected; throws if it is accepted. */
export const readRefusal = (text: string, more: Partial<ForeignDocument> = {}): string => {
  const reading = readDocument({ text, ...more });
  if (reading.kind === 'document') throw new Error(`It was read as ${reading.document.format}`);
  return reading.why;
};

export const findRequest = (document: ImportDocument, name: string): ImportedRequest => {
  const found = document.requests.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no request ${name}`);
  return found;
};
