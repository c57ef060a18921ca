import { csharpCode, goCode, javaCode } from './compiled-languages.js';
import type { PlainRequest } from './plain-request.js';
import {
  axiosCode,
  type Code,
  fetchCode,
  httpxCode,
  phpCode,
  requestsCode,
  rubyCode,
} from './scripting-languages.js';

/** The writer of code for each language. */
const writers = {
  fetch: fetchCode,
  axios: axiosCode,
  requests: requestsCode,
  httpx: httpxCode,
  go: goCode,
  java: javaCode,
  csharp: csharpCode,
  php: phpCode,
  ruby: rubyCode,
} as const satisfies Readonly<Record<string, (request: PlainRequest) => Code>>;

/** A language, with the client that its code uses. */
export type CodeLanguage = keyof typeof writers;

/** The languages in the order of a menu. */
export const codeLanguages = Object.keys(writers) as readonly CodeLanguage[];

/** The code that sends a request, or why the language cannot. */
export const codeOf = (language: CodeLanguage, request: PlainRequest): Code => writers[language](request);
