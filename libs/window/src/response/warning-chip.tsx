import type { Diagnostic } from '@tandem/core';
import { TriangleAlert } from 'lucide-react';

import { Button, Popover } from '../kit/index.js';
import { formatCount } from '../shell/counted.js';
import { describeDiagnostic, listProblemActions } from './fault-advice.js';
import { type Problem, ProblemActions } from './problem-actions.js';

interface Props {
  readonly diagnostics: readonly Diagnostic[];
  /** The execution that the warnings are about. */
  readonly execution: Omit<Problem, 'code' | 'details' | 'where'>;
}

/** The warnings of an execution, each with what a person can do about it. */
const WarningList = ({ diagnostics, execution }: Props) => (
  <ul className="warning-list" aria-label="Warnings">
    {diagnostics.map((one, index) => {
      const { code, where } = one;
      // The actions apply to all names without a value, so only the last of the warnings about such names offers them.
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

/** How many warnings an execution has, as a button that shows them. */
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
