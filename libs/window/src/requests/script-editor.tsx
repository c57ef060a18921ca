import { ForeignScripts } from '../folders/foreign-scripts.js';
import { InheritedScripts } from '../folders/inherited-view.js';
import { CodeEditor } from '../kit/index.js';
import { useWantedCursor } from '../response/go-to-script.js';
import type { TabProps } from './kind-editors.js';
import { ScriptsOnResponse } from './scripts-on-response.js';

const startingScript = `export function onTest(req, res) {
  test('answers 200', () => expect(res.status).toBe(200));
}
`;

/** Edits the script of a request, below the inherited scripts and those of other tools. */
export const ScriptEditor = ({ request, onEdit }: TabProps) => {
  const wanted = useWantedCursor(request.id);
  return (
    <div className="stack fill">
      <InheritedScripts folder={request.folder} />
      <ForeignScripts
        isRequest
        foreign={request.foreign}
        wanted={wanted}
        onChange={(foreign) => onEdit('foreign', foreign)}
      />
      {request.script === '' && (
        <p className="quiet">
          onRequest can change or mock the request, onResponse reads the response, onTest checks it.{' '}
          <button
            type="button"
            className="link"
            onClick={() => {
              onEdit('script', startingScript);
            }}
          >
            Start with a test
          </button>
        </p>
      )}
      <CodeEditor
        label="Script"
        language="javascript"
        script="tandem"
        value={request.script}
        cursor={wanted.find('Script', request.script)}
        onCursor={wanted.onFound}
        onChange={(script) => {
          onEdit('script', script);
        }}
      />
      <ScriptsOnResponse id={request.id} script={request.script} />
    </div>
  );
};
