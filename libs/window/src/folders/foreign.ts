import {
  type Foreign,
  type ForeignDialect,
  type ForeignScriptEvent,
  type ForeignScripts,
  type Pair,
} from '@tandem/core';

/** The scripts with new text for an event; empty text removes the script. */
export const setForeignScript = (
  scripts: ForeignScripts,
  event: ForeignScriptEvent,
  text: string,
): Foreign => {
  const { [event]: _, ...others } = scripts;
  return text === '' ? others : { ...others, [event]: text };
};

/** The scripts with new variables or assertions. */
export const setForeignPairs = (
  scripts: ForeignScripts,
  list: 'variables' | 'assertions',
  pairs: readonly Pair[],
): Foreign => {
  const { [list]: _, ...others } = scripts;
  return pairs.length === 0 ? others : { ...others, [list]: pairs };
};

/** A script of another tool, under that tool's name for it, and when it runs. */
export interface ForeignEditor {
  readonly event: ForeignScriptEvent;
  readonly name: string;
  readonly when: string;
}

/** The scripts of each tool. */
export const foreignEditors: Readonly<Record<ForeignDialect, readonly ForeignEditor[]>> = {
  postman: [
    { event: 'beforeRequest', name: 'Pre-request script', when: 'before variables are filled in' },
    { event: 'tests', name: 'Test script', when: 'after the response' },
  ],
  bruno: [
    { event: 'beforeRequest', name: 'Before-request script', when: 'before variables are filled in' },
    { event: 'afterResponse', name: 'After-response script', when: 'after the response' },
    { event: 'tests', name: 'Tests', when: 'after the assertions' },
  ],
};
