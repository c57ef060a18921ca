import type { Foreign, ForeignEvent } from '@tandem/core';

import { CodeEditor } from '../../kit/index.js';
import { withForeign } from '../../model/foreign.js';

interface Props {
  readonly foreign: Foreign;
  readonly onChange: (foreign: Foreign) => void;
}

const events: readonly (readonly [event: ForeignEvent, name: string, when: string])[] = [
  ['beforeRequest', 'Pre-request script', 'before variables are filled in'],
  ['tests', 'Test script', 'when the response is there'],
];

/** The Postman scripts of a request or folder, each in an editor; nothing where there are none. */
export const ForeignScripts = ({ foreign, onChange }: Props) => {
  if (foreign === null) return null;
  return (
    <section className="stack foreign-scripts" aria-label="Postman scripts">
      <p className="quiet">Postman scripts run before the script below and have pm.</p>
      {events.map(([event, name, when]) => (
        <details key={event} open={(foreign[event] ?? '') !== ''}>
          <summary>
            {name} <span className="quiet">{when}</span>
          </summary>
          <CodeEditor
            label={name}
            language="javascript"
            value={foreign[event] ?? ''}
            onChange={(text) => onChange(withForeign(foreign, event, text))}
          />
        </details>
      ))}
    </section>
  );
};
