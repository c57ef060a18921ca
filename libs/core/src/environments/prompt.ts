import { isContainer } from '../codec/index.js';

/** Maximum length of a label with its default, in UTF-16 units. Longer text is not a prompt. */
export const maxPromptLength = 1_000;

/** A value that a person is asked for when a request is sent: `{{?Label}}`, `{{?Label:default}}` or `{{?Label!}}`. */
export interface Prompt {
  readonly label: string;
  /** The value to use unless the person enters another one. */
  readonly default?: string;
  /** Whether the answer is a secret. */
  readonly isHidden: boolean;
  /** The names by which texts refer to the prompt, such as `?Label` and `?Label:default`. */
  readonly names: readonly string[];
}

/** Matches the name of a prompt. Like in Bruno, no space may separate the question mark from the label. */
const promptName = /^\?(\S[^{}]*)$/;

/** Parses the name in a token as a prompt; undefined if it is the name of a variable. */
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

/** The name of the call's variable that holds the answer to a prompt. */
export const getPromptVariable = (label: string): string => `?${label}`;

/** Merges two prompts with the same label. The result is hidden if one of them is, and has the first default. */
const mergePrompts = (a: Prompt, b: Prompt): Prompt => ({
  ...b,
  ...a,
  isHidden: a.isHidden || b.isHidden,
  names: [...new Set([...a.names, ...b.names])],
});

const tokens = /\\\{\{|\{\{\s*([^{}]*?)\s*\}\}/g;

const isDisabled = (value: object): boolean => 'enabled' in value && value.enabled === false;

/** Calls `see` with each text and each key in a value, except those in disabled rows. */
const walkTexts = (value: unknown, see: (text: string) => void): void => {
  if (typeof value === 'string') see(value);
  else if (Array.isArray(value)) for (const one of value) walkTexts(one, see);
  else if (isContainer(value) && !isDisabled(value))
    for (const [key, one] of Object.entries(value)) {
      see(key);
      walkTexts(one, see);
    }
};

const promptStart = /\{\{\s*\?/;

/** Whether a value may contain a prompt. Quick, because most values contain none. */
export const mayHavePrompts = (value: unknown): boolean => {
  let found = false;
  walkTexts(value, (text) => {
    found ||= promptStart.test(text);
  });
  return found;
};

/** Merges prompts with the same label, in the order of their first occurrence. */
export const joinPrompts = (prompts: readonly Prompt[]): readonly Prompt[] => {
  const joined = new Map<string, Prompt>();
  for (const one of prompts) {
    const known = joined.get(one.label);
    joined.set(one.label, known === undefined ? one : mergePrompts(known, one));
  }
  return [...joined.values()];
};

/**
 * The prompts in all texts of a value and in the variables that these texts refer to. Lists each label once, in order.
 * @param lookUp returns the value of a variable, which may refer to other variables
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
