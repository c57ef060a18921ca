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

/** The code generator of each language. */
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

/** A language and the client that its code uses. */
export type CodeLanguage = keyof typeof writers;

/** The languages in menu order. */
export const codeLanguages = Object.keys(writers) as readonly CodeLanguage[];

/** Generates code that sends a request, or says why the language cannot. */
export const generateCode = (language: CodeLanguage, request: PlainRequest): Code =>
  writers[language](request);
