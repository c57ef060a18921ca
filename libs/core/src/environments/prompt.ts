import { isContainer } from '../codec/index.js';

/** Maximum length of a label, with its default, in UTF-16 units. A longer text is no prompt. */
export const maxPromptLength = 1_000;

/** A value that a person is asked for when a request is sent: `{{?Label}}`, `{{?Label:default}}` or `{{?Label!}}`. */
export interface Prompt {
  readonly label: string;
  /** Filled in unless a person changes it. */
  readonly default?: string;
  /** Whether the answer is a secret. */
  readonly isHidden: boolean;
  /** The names under which texts refer to it, such as `?Label` and `?Label:default`. */
  readonly names: readonly string[];
}

/** As in Bruno, a label begins right after the question mark. */
const promptName = /^\?(\S[^{}]*)$/;

/** The prompt that the name in a token stands for; undefined if it is the name of a variable. */
export const parsePrompt = (name: string): Prompt | undefined => {
  const text = name.length > maxPromptLength ? undefined : promptName.exec(name)?.[1];
  if (text === undefined) return undefined;
  const colon = text.indexOf(':', 1);
  const before = (colon < 0 ? text : text.slice(0, colon)).trim();
  const isHidden = before.length > 1 && before.endsWith('!');
  return {
    label: isHidden ? before.slice(0, -1).trim() : before,
    ...(colon < 0 ? {} : { default: text.slice(colon + 1).trim() }),
    isHidden,
    names: [name],
  };
};

/** The name of the variable that answers a prompt, in the variables of a call. */
export const getPromptVariable = (label: string): string => `?${label}`;

/** One prompt for all of the same label. It is hidden if one of them is; the first default counts. */
const mergePrompts = (a: Prompt, b: Prompt): Prompt => ({
  ...b,
  ...a,
  isHidden: a.isHidden || b.isHidden,
  names: [...new Set([...a.names, ...b.names])],
});

const tokens = /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}/g;

const isOff = (value: object): boolean => 'enabled' in value && value.enabled === false;

/** Calls `see` with each text in a value, and with each key, except those of rows that are switched off. */
const walkTexts = (value: unknown, see: (text: string) => void): void => {
  if (typeof value === 'string') see(value);
  else if (Array.isArray(value)) for (const one of value) walkTexts(one, see);
  else if (isContainer(value) && !isOff(value))
    for (const [key, one] of Object.entries(value)) {
      see(key);
      walkTexts(one, see);
    }
};

const promptStart = /\{\{\s*\?/;

/** Whether a value may contain a prompt: cheap, for values that rarely have one. */
export const mayHavePrompts = (value: unknown): boolean => {
  let found = false;
  walkTexts(value, (text) => {
    found ||= promptStart.test(text);
  });
  return found;
};

/** Prompts, each label once, in order. */
export const joinPrompts = (prompts: readonly Prompt[]): readonly Prompt[] => {
  const joined = new Map<string, Prompt>();
  for (const one of prompts) {
    const known = joined.get(one.label);
    joined.set(one.label, known === undefined ? one : mergePrompts(known, one));
  }
  return [...joined.values()];
};

/**
 * The prompts in all texts of a value, and in the variables that they refer to, each label once, in order.
 * @param lookUp the value of a variable, which may refer to others
 */
export const findPrompts = (
  value: unknown,
  lookUp: (name: string) => string | undefined,
): readonly Prompt[] => {
  const found: Prompt[] = [];
  const seen = new Set<string>();
  const see = (text: string): void => {
    if (!text.includes('{{')) return;
    for (const [, name] of text.matchAll(tokens)) {
      if (name === undefined || seen.has(name)) continue;
      seen.add(name);
      const prompt = parsePrompt(name);
      if (prompt === undefined) see(lookUp(name) ?? '');
      else found.push(prompt);
    }
  };
  walkTexts(value, see);
  return joinPrompts(found);
};
