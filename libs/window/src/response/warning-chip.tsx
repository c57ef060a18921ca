import type { Diagnostic } from '@tandem/core';
import { TriangleAlert } from 'lucide-react';

import { Button, Popover } from '../kit/index.js';
import { formatCount } from '../shell/phrases.js';
import { describeDiagnostic, listProblemActions } from './fault-advice.js';
import { type Problem, ProblemActions } from './problem-actions.js';

interface Props {
  readonly diagnostics: readonly Diagnostic[];
  /** The execution that caused the warnings. */
  readonly execution: Omit<Problem, 'code' | 'details' | 'where'>;
}

/** Lists the warnings of an execution, each with the actions for it. */
const WarningList = ({ diagnostics, execution }: Props) => (
  <ul className="warning-list" aria-label="Warnings">
    {diagnostics.map((one, index) => {
      const { code, where } = one;
      // The actions for names without a value apply to all of them, so only the last warning about such names shows
      // the actions.
      const isRepeated =
        code === 'UNRESOLVED_VARIABLE' && diagnostics.slice(index + 1).some((other) => other.code === code);
      return (
        <li key={index}>
          <p>{describeDiagnostic(one)}</p>
          <ProblemActions
            problem={{ ...execution, code, where }}
            actions={isRepeated ? [] : listProblemActions(code)}
          />
        </li>
      );
    })}
  </ul>
);

/** Shows the number of warnings of an execution. A click lists them. */
export const WarningChip = ({ diagnostics, execution }: Props) => {
  const words = formatCount(diagnostics.length, 'warning');
  return diagnostics.length === 0 ? null : (
    <Popover
      label={words}
      className="warnings"
      trigger={
        <Button isSmall variant="quiet" icon={TriangleAlert} className="warning-chip">
          {words}
        </Button>
      }
    >
      <WarningList diagnostics={diagnostics} execution={execution} />
    </Popover>
  );
};
