import { generateCsharpCode, goCode, generateJavaCode } from './compiled-languages.js';
import type { PlainRequest } from './plain-request.js';
import {
  generateAxiosCode,
  type Code,
  fetchCode,
  generateHttpxCode,
  generatePhpCode,
  generateRequestsCode,
  generateRubyCode,
} from './scripting-languages.js';

/** The writer of code for each language. */
const writers = {
  fetch: fetchCode,
  axios: generateAxiosCode,
  requests: generateRequestsCode,
  httpx: generateHttpxCode,
  go: goCode,
  java: generateJavaCode,
  csharp: generateCsharpCode,
  php: generatePhpCode,
  ruby: generateRubyCode,
} as const satisfies Readonly<Record<string, (request: PlainRequest) => Code>>;

/** A language, with the client that its code uses. */
export type CodeLanguage = keyof typeof writers;

/** The languages in the order of a menu. */
export const codeLanguages = Object.keys(writers) as readonly CodeLanguage[];

/** The code that sends a request, or why the language cannot. */
export const generateCode = (language: CodeLanguage, request: PlainRequest): Code =>
  writers[language](request);
