import { parsePrompt } from '../environments/prompt.js';
import { dynamicNames } from './names.js';

const token = /\{\{\s*([$?][^{}]*?)\s*\}\}/g;

/**
 * The dynamic values and prompts in a text, such as `{{$guid}}` and `{{?Label}}`, each once. Tandem fills them in for each
 * request; another program does not.
 */
export const listGeneratedTokens = (text: string): readonly string[] => {
  const names = [...text.matchAll(token)].map(([, name = '']) => name);
  const known = names.filter((name) => dynamicNames.includes(name) || parsePrompt(name) !== undefined);
  return [...new Set(known)].map((name) => `{{${name}}}`);
};
