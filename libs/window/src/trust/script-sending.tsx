import { Button, Choice } from '../kit/index.js';
import { useScriptSending } from './use-agreements.js';

/**
 * Asks once whether the scripts of the workspace may send requests, after a script has tried to. A refusal can be changed under
 * Trust.
 */
export const AllowScriptSending = ({ onReview }: { readonly onReview: () => void }) => {
  const { sending, problem, decide } = useScriptSending();
  if (sending?.decision === 'refused')
    return (
      <Button isSmall onClick={onReview}>
        Show what scripts may do
      </Button>
    );
  if (sending?.decision !== 'waiting') return null;
  return (
    <section className="stack" aria-label="Requests sent by scripts">
      <p>
        A script wants to send requests. If you allow it, scripts in this workspace can send variables and
        secrets to any server, even when an agent runs them.
      </p>
      <p className="row">
        <Button isSmall variant="primary" onClick={() => void decide(true)}>
          Allow for this workspace
        </Button>
        <Button isSmall onClick={() => void decide(false)}>
          Refuse
        </Button>
      </p>
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
};

const permissions = { waiting: 'Ask', allowed: 'Allowed', refused: 'Refused' } as const;

/**
 * Selects whether scripts of the workspace may send requests. The choice is stored on this machine, but not in
 * the folder.
 */
export const ScriptSendingChoice = () => {
  const { sending, decide } = useScriptSending();
  if (sending === undefined) return null;
  const { waiting, ...decided } = permissions;
  return (
    <Choice
      name="Requests sent by scripts"
      value={sending.decision}
      words={sending.decision === 'waiting' ? { waiting, ...decided } : (decided as typeof permissions)}
      onChange={(decision) => {
        if (decision !== 'waiting') void decide(decision === 'allowed');
      }}
    />
  );
};
