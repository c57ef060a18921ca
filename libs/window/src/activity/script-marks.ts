import type { EnvironmentView } from '@tandem/core';

/** The part of an environment that marks depend on. */
export interface MarkedEnvironment {
  readonly id: string;
  readonly variables: readonly Pick<EnvironmentView['variables'][number], 'name' | 'value' | 'enabled'>[];
}

/** A mark for a variable that a script set: the time in milliseconds since 1970, and the script's request if it is known. */
export interface ScriptMark {
  readonly at: number;
  readonly request: string | undefined;
}

/** The variables that were last set by scripts, by environment id and name. */
export type ScriptMarks = ReadonlyMap<string, ScriptMark>;

const formatMarkKey = (environment: string, name: string): string => `${environment} ${name}`;

/** Finds the names of variables that were changed, added or removed. */
const findChangedNames = (before: MarkedEnvironment, now: MarkedEnvironment): readonly string[] => {
  const values = ({ variables }: MarkedEnvironment) =>
    new Map(variables.map(({ name, value, enabled }) => [name, `${String(enabled)} ${value}`]));
  const [old, fresh] = [values(before), values(now)];
  return [...new Set([...old.keys(), ...fresh.keys()])].filter((name) => old.get(name) !== fresh.get(name));
};

/**
 * Updates the marks after a change of an environment. A change by a script adds marks, and any other change
 * removes them.
 */
export const updateMarks = (
  marks: ScriptMarks,
  before: MarkedEnvironment,
  now: MarkedEnvironment,
  script: ScriptMark | undefined,
): ScriptMarks => {
  const next = new Map(marks);
  for (const name of findChangedNames(before, now)) {
    if (script) next.set(formatMarkKey(now.id, name), script);
    else next.delete(formatMarkKey(now.id, name));
  }
  return next;
};

/** Returns the text beside a variable that a script has set. */
export const describeMark = (marks: ScriptMarks, environment: string, name: string): string | undefined => {
  const mark = marks.get(formatMarkKey(environment, name));
  if (mark === undefined) return undefined;
  const time = new Date(mark.at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return `changed by ${mark.request === undefined ? 'a script' : `the script of ${mark.request}`}, ${time}`;
};
