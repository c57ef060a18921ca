import { formatForeignContent, type ForeignScripts, analyzeScriptUse } from '@tandem/core';

/** The executable parts of a request or folder. */
export interface ScriptOwner {
  readonly script?: string | undefined;
  readonly foreign?: ForeignScripts | null | undefined;
}

/** What runs in one place: a script of ours, or everything from another tool. */
export interface ScriptContent {
  readonly field: 'script' | 'foreign';
  readonly text: string;
}

/** The contents that a person approves one by one, without blank ones. */
export const listScriptContents = ({
  script = '',
  foreign = null,
}: ScriptOwner): readonly ScriptContent[] => {
  const all = [
    { field: 'script', text: script },
    { field: 'foreign', text: formatForeignContent(foreign) },
  ] as const;
  return all.filter(({ text }) => text.trim() !== '');
};

/** Whether it seems to read secrets and to send. */
export const useOf = ({ text }: ScriptContent) => analyzeScriptUse(text);
