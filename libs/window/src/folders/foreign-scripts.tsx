import type {
  Foreign,
  ForeignDialect,
  ForeignScripts as Scripts,
  ForeignScriptEvent,
  Pair,
} from '@tandem/core';

import { CodeEditor, RowsEditor } from '../kit/index.js';
import type { WantedCursor } from '../response/go-to-script.js';
import { formatRows, parseRows } from '../requests/url/bulk-rows.js';

/** Sets the script for an event; empty text removes the script. */
export const setForeignScript = (scripts: Scripts, event: ForeignScriptEvent, text: string): Foreign => {
  const { [event]: _, ...others } = scripts;
  return text === '' ? others : { ...others, [event]: text };
};

/** Replaces the variables or the assertions. */
export const setForeignPairs = (
  scripts: Scripts,
  list: 'variables' | 'assertions',
  pairs: readonly Pair[],
): Foreign => {
  const { [list]: _, ...others } = scripts;
  return pairs.length === 0 ? others : { ...others, [list]: pairs };
};

/** The editor for one script of another tool: the tool's name for it, and when it runs. */
export interface ForeignEditor {
  readonly event: ForeignScriptEvent;
  readonly name: string;
  readonly when: string;
}

/** The script editors for each tool. */
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

interface Props {
  readonly foreign: Foreign;
  /** Whether the scripts belong to a request. Only requests have assertions. */
  readonly isRequest?: boolean;
  /** The line of the script to which the cursor should move. */
  readonly wanted: WantedCursor;
  readonly onChange: (foreign: Foreign) => void;
}

type ForeignScriptsProps = Props & { readonly foreign: Scripts };

const dialectLabels: Readonly<Record<ForeignDialect, { readonly title: string; readonly about: string }>> = {
  postman: {
    title: 'Postman scripts',
    about: 'Postman scripts run before the script below and have pm.',
  },
  bruno: {
    title: 'Bruno scripts',
    about:
      'Bruno scripts run before the script below and have bru, req and res. They stay in Bruno’s part of the file.',
  },
};

const Editor = ({ event, name, when, foreign, wanted, onChange }: ForeignEditor & ForeignScriptsProps) => (
  <details open={(foreign[event] ?? '') !== ''}>
    <summary>
      {name} <span className="quiet">{when}</span>
    </summary>
    <CodeEditor
      label={name}
      language="javascript"
      script={foreign.dialect}
      value={foreign[event] ?? ''}
      cursor={wanted.find(name, foreign[event] ?? '')}
      onCursor={wanted.onFound}
      onChange={(text) => onChange(setForeignScript(foreign, event, text))}
    />
  </details>
);

interface PairRows extends ForeignScriptsProps {
  readonly list: 'variables' | 'assertions';
  readonly name: string;
  readonly when: string;
  readonly label: string;
}

const DialectRows = ({ list, name, when, label, foreign, onChange }: PairRows) => (
  <details open={(foreign[list] ?? []).length > 0}>
    <summary>
      {name} <span className="quiet">{when}</span>
    </summary>
    <RowsEditor
      title={name.toLowerCase()}
      label={label}
      rows={foreign[list] ?? []}
      toText={formatRows}
      toRows={parseRows}
      onChange={(rows) => onChange(setForeignPairs(foreign, list, rows))}
    />
  </details>
);

/** Shows the scripts of another tool in a request or folder, each in an editor. Renders nothing if the item has none. */
export const ForeignScripts = ({ foreign, isRequest = false, wanted, onChange }: Props) => {
  if (foreign === null) return null;
  const given = { foreign, wanted, onChange };
  const { title, about } = dialectLabels[foreign.dialect];
  const editors = foreignEditors[foreign.dialect];
  return (
    <section className="stack foreign-scripts" aria-label={title}>
      <p className="quiet">{about}</p>
      {editors.map((one) => (
        <Editor key={one.event} {...one} {...given} />
      ))}
      {foreign.dialect === 'bruno' && (
        <DialectRows
          {...given}
          list="variables"
          name="Variables from the response"
          when="name and expression, such as res.body.token"
          label="Variable from the response"
        />
      )}
      {foreign.dialect === 'bruno' && isRequest && (
        <DialectRows
          {...given}
          list="assertions"
          name="Assertions"
          when="expression and what is expected, such as eq 200"
          label="Assertion"
        />
      )}
    </section>
  );
};
