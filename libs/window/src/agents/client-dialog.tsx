import type { AgentClient } from '@tandem/core';
import { useState } from 'react';

import { Button, Dialog } from '../kit/index.js';
import { diffLines } from './agent-words.js';
import type { ClientAction } from './use-agent-clients.js';

interface Props {
  readonly client: AgentClient;
  readonly action: ClientAction;
  /** The word of the button. */
  readonly word: string;
  readonly onChange: () => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** The change of a client's configuration, and a button that makes it. */
export const ClientDialog = ({ client, action, word, onChange, onClose }: Props) => {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const diff = client[action];
  const start = async (): Promise<void> => {
    setIsBusy(true);
    const failed = await onChange();
    setIsBusy(false);
    if (failed === undefined) onClose();
    else setProblem(failed);
  };
  return (
    <Dialog
      title={`${word} ${client.name}`}
      description={
        <>
          This changes <code>{client.file}</code> and nothing else.
          {action === 'connect' && ' A copy of the file is kept beside it.'}
        </>
      }
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={action === 'connect' ? 'primary' : 'danger'}
            disabled={isBusy || diff === null}
            onClick={() => void start()}
          >
            {word}
          </Button>
        </>
      }
    >
      <pre className="code diff-lines" aria-label={`Change of ${client.file}`}>
        {diffLines(diff ?? '').map(({ text, mark }, line) => (
          <span key={line} data-mark={mark}>
            {text}
            {'\n'}
          </span>
        ))}
      </pre>
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
};
