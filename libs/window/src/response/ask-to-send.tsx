import { Button } from '../kit/index.js';
import { useScriptSending } from '../trust/use-script-sending.js';

/** Asks once whether the scripts of the workspace may send requests, after one of them wanted to. */
export const AskToSend = () => {
  const { sending, problem, decide } = useScriptSending();
  if (sending?.decision !== 'waiting') return null;
  return (
    <section className="stack" aria-label="Requests of scripts">
      <p>
        A script wants to send requests of its own. Scripts of this workspace could then send its variables
        and secrets to any server, also for agents.
      </p>
      <p className="row">
        <Button isSmall variant="primary" onClick={() => void decide(true)}>
          Allow in this workspace
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
