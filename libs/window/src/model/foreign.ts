import type { ForeignEvent, ForeignScripts } from '@tandem/core';

/** The scripts with another text for an event; an empty text is no script. */
export const withForeign = (scripts: ForeignScripts, event: ForeignEvent, text: string): ForeignScripts => {
  const { [event]: _, ...others } = scripts;
  return text === '' ? others : { ...others, [event]: text };
};

/** Whether there is a script of another tool. */
export const hasForeign = (foreign: ForeignScripts | null): boolean =>
  foreign !== null && [foreign.beforeRequest, foreign.tests].some((text) => (text ?? '') !== '');
