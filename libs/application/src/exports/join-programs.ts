import type { CodeLanguage } from '@tandem/execution';

/** The code of one request. */
export interface Program {
  /** The folder and name of the request. */
  readonly path: string;
  readonly text: string;
}

type Join = (programs: readonly Program[]) => string;

const toSingleLine = (text: string): string =>
  text.replace(/[\r\n\u2028\u2029]+/g, ' ').replaceAll('?>', '? >');

const indentText = (text: string): string => text.trimEnd().replace(/^(?=.)/gm, '  ');

/** Each request is a block with its own constants. Imports come before all blocks. */
const joinAsBlocks =
  (start: string): Join =>
  (programs) =>
    `${start}${programs
      .map(({ path, text }) => `// ${toSingleLine(path)}\n{\n${indentText(text.slice(start.length))}\n}\n`)
      .join('\n')}`;

const joinInSequence =
  (start: string): Join =>
  (programs) =>
    `${start}${programs.map(({ path, text }) => `# ${toSingleLine(path)}\n${text.slice(start.length)}`).join('\n')}`;

const joins: Readonly<Partial<Record<CodeLanguage | 'curl', Join>>> = {
  curl: (programs) =>
    `#!/usr/bin/env bash\n\n${programs.map(({ path, text }) => `# ${toSingleLine(path)}\n${text}\n`).join('\n')}`,
  fetch: joinAsBlocks(''),
  axios: joinAsBlocks("import axios from 'axios';\n\n"),
  requests: joinInSequence('import requests\n\n'),
  httpx: joinInSequence('import httpx\n\n'),
  php: joinInSequence('<?php\n\n'),
  ruby: joinInSequence("require 'net/http'\nrequire 'openssl'\n\n"),
};

/** The requests as one program. Undefined if the language has one program per request. */
export const joinPrograms = (
  format: CodeLanguage | 'curl',
  programs: readonly Program[],
): string | undefined => {
  const [only] = programs;
  if (only !== undefined && programs.length === 1 && format !== 'curl') return only.text;
  return joins[format]?.(programs);
};
