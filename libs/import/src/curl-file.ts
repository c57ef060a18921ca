import { type ImportDocument, deriveNameFromUrl } from '@tandem/core';
import { splitCurlCommands, readCurl } from '@tandem/core/curl';

import { createDraft } from './draft.js';
import { splitQuery } from './query.js';

/** Reads a file of curl commands; each becomes a request, named after the comment above it. */
export const readCurlFile = (text: string, why: string, name: string): ImportDocument => {
  const draft = createDraft();
  for (const { text: command, line, title } of splitCurlCommands(text)) {
    const reading = readCurl(command);
    if ('problem' in reading) {
      draft.leaveOut(`line ${line}`, `the command cannot be read. ${reading.problem.replace(/\.$/, '')}`);
      continue;
    }
    const { url, ...fields } = reading.fields;
    const split = splitQuery(url);
    const label = (title || deriveNameFromUrl(split.url) || `${fields.method} ${split.url}`).slice(0, 200);
    for (const note of reading.notes) draft.leaveOut(`line ${line}, ${label}`, note);
    draft.addRequest({ kind: 'rest', name: label, folder: '', ...fields, ...split });
  }
  return draft.finish({ format: 'curl', why, name: name.replace(/\.\w+$/, '') || 'curl' });
};
