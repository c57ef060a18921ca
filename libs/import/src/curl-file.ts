import { deriveNameFromUrl, type ImportDocument, type ImportedRequest, type Pair } from '@tandem/core';
import { splitCurlCommands, readCurl } from '@tandem/core/curl';

import { createDraft } from './draft.js';
import { splitQuery } from './query.js';
import { createPair } from './value.js';

/** Matches a line that gives a variable of the shell a value: `HOST=…`, `export HOST="…"`, `set HOST=…`. */
const assignmentPattern =
  /^[^\S\n]*(?:export\s+|set\s+)?([A-Za-z_]\w*)=(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'`;&|()]*))[^\S\n]*(?:;|#[^\n]*)?\r?$/gm;

/** Converts a value as the shell reads it; undefined if only the shell can compute it. */
const convertValue = (value: string): string | undefined => {
  const filled = value
    .replace(/^\$\{\w+:-([^{}]*)\}$/, '$1')
    .replaceAll(
      /\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g,
      (_, braced?: string, bare?: string) => `{{${braced ?? bare ?? ''}}}`,
    );
  return /[$`]/.test(filled) ? undefined : filled;
};

/** Reads the variables that a script sets. */
const readAssignments = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(assignmentPattern)].flatMap(([, name = '', double, single, bare = '']) => {
      const value = single ?? convertValue(double ?? bare);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

/** Selects the assigned variables that requests use, directly or in the value of another one. */
const selectUsed = (assigned: ReadonlyMap<string, string>, requests: string): readonly Pair[] => {
  const used = new Set<string>();
  const add = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/\{\{(\w+)\}\}/g)) {
      const value = assigned.get(name);
      if (value === undefined || used.has(name)) continue;
      used.add(name);
      add(value);
    }
  };
  add(requests);
  return [...assigned].flatMap(([name, value]) => (used.has(name) ? [createPair(name, value)] : []));
};

/** Reads a file of curl commands; each becomes a request, named after the comment above it. */
export const readCurlFile = (text: string, why: string, name: string): ImportDocument => {
  const draft = createDraft();
  const requests: ImportedRequest[] = [];
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
    requests.push({ kind: 'rest', name: label, folder: '', ...fields, ...split });
  }
  requests.forEach(draft.addRequest);
  const variables = selectUsed(readAssignments(text), JSON.stringify(requests));
  if (variables.length > 0) draft.setRoot({ variables });
  return draft.finish({ format: 'curl', why, name: name.replace(/\.\w+$/, '') || 'curl' });
};
