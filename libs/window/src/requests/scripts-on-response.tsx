import { FlaskConical, X } from 'lucide-react';
import { useState } from 'react';

import '../style/scripts.css';
import { describeProblem } from '../link/problem-words.js';
import { useLink, useLinkState } from '../link/use-link.js';
import { Button, IconButton } from '../kit/index.js';
import { describeDiagnostic } from '../response/fault-advice.js';
import { ConsoleLines, Warnings } from '../response/messages.js';
import { formatMoment, formatResult } from '../response/outcome.js';
import { TestList } from '../response/response-tabs.js';
import { usePanelState } from '../shell/panel-state.js';
import { useDrafts } from './drafts/use-drafts.js';
import type { RequestId } from './saved-request.js';
import { describeScriptsAnswer, describeWithheldChange, type ScriptsAnswer } from './withheld-changes.js';

/** Lists what the scripts would have changed during an execution. */
const WithheldChanges = ({ changes }: Pick<ScriptsAnswer, 'changes'>) =>
  changes.length === 0 ? null : (
    <>
      <h3>An execution would then</h3>
      <ul className="withheld" aria-label="Changes that an execution would make">
        {changes.map((change) => (
          <li key={`${change.kind} ${change.name}`}>
            <span>{describeWithheldChange(change)}</span>
            {change.value !== undefined && <code>{change.value}</code>}
          </li>
        ))}
      </ul>
    </>
  );

const Answer = ({
  id,
  answer,
  onClose,
}: {
  readonly id: RequestId;
  readonly answer: ScriptsAnswer;
  readonly onClose: () => void;
}) => {
  const { tone, sentence } = describeScriptsAnswer(answer);
  const { execution, tests, changes, logs, diagnostics } = answer;
  return (
    <section className="scripts-answer stack" aria-label="Scripts on the last response">
      <div className="row">
        <strong className={`outcome ${tone}`} role="status">
          {sentence}
        </strong>
        <span className="quiet">
          on the response of {formatMoment(execution.startedAt, new Date())} ({formatResult(execution)})
        </span>
        <IconButton icon={X} look="small" label="Close the result of the scripts" onClick={onClose} />
      </div>
      <Warnings lines={diagnostics.filter(({ code }) => code !== 'HANDLER_FAILED').map(describeDiagnostic)} />
      <TestList id={id} results={tests.results} />
      <WithheldChanges changes={changes} />
      {logs.length > 0 && <ConsoleLines logs={logs} />}
    </section>
  );
};

interface Props {
  readonly id: RequestId;
  /** The script as it was typed. It may not be stored yet. */
  readonly script: string;
}

/** Runs the scripts of a request on its last response, and shows what they did. Nothing is sent. */
export const ScriptsOnResponse = ({ id, script }: Props) => {
  const link = useLink();
  const drafts = useDrafts();
  const isOpen = useLinkState().kind === 'open';
  const [answer, setAnswer] = usePanelState<ScriptsAnswer | undefined>(`${id} scripts`, () => undefined);
  const [problem, setProblem] = useState<string>();
  const [isRunning, setIsRunning] = useState(false);
  const run = async (): Promise<void> => {
    // The button is not disabled meanwhile, because it would lose the focus.
    if (isRunning) return;
    setIsRunning(true);
    setProblem(undefined);
    try {
      // Store the edits first: scripts of other tools are read from the stored request.
      await drafts.flush(id);
      setAnswer(await link.call('executions_run_scripts', { id, script }));
    } catch (cause) {
      setAnswer(undefined);
      setProblem(describeProblem(cause));
    }
    setIsRunning(false);
  };
  return (
    <>
      <div className="row">
        <Button
          isSmall
          icon={FlaskConical}
          disabled={!isOpen}
          aria-busy={isRunning}
          aria-label="Run on last response"
          onClick={() => void run()}
        >
          {isRunning ? 'Running …' : 'Run on last response'}
        </Button>
        <span className="quiet">Runs onResponse and onTest again. Nothing is sent or stored.</span>
      </div>
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      {answer && <Answer id={id} answer={answer} onClose={() => setAnswer(undefined)} />}
    </>
  );
};
