import { processVariablePrefix } from '@tandem/core';

/** Advice for a name of a process variable; undefined for any other name. */
const processAdvice = (name: string): string | undefined => {
  if (!name.startsWith(processVariablePrefix)) return undefined;
  const variable = name.slice(processVariablePrefix.length);
  return `A variable of the process is filled in by "tandem run" alone, and only if TANDEM_SCRIPT_VARIABLES names it when that starts, such as TANDEM_SCRIPT_VARIABLES=${variable}. Or keep the value as a secret of the environment, and write {{${variable}}}.`;
};

const formatSuggestion = (near: readonly string[]): string =>
  near.length === 0 ? '' : ` Did you mean ${near.map((one) => `{{${one}}}`).join(' or ')}?`;

/** The message for a name without a value. */
export const formatUnresolvedMessage = (name: string, near: readonly string[]): string => {
  const advice = processAdvice(name);
  return advice === undefined
    ? `{{${name}}} has no value in the call's variables or the environment; it is left unchanged.${formatSuggestion(near)}`
    : `{{${name}}} has no value here; it is left unchanged. ${advice}`;
};

/** The message for names without a value in a URL. */
export const formatUnresolvedUrlMessage = (
  unresolved: readonly string[],
  near: (name: string) => readonly string[],
): string => {
  const names = unresolved.map((name) => `{{${name}}}`).join(', ');
  const advice = unresolved.map(processAdvice).find((one) => one !== undefined);
  return `The URL contains ${names}, which has no value. ${
    advice ??
    `Set it in the environment or pass it in variables.${formatSuggestion(unresolved.flatMap(near))}`
  }`;
};
