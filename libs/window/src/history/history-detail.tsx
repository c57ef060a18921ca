import type { ExecutionSummary } from '@tandem/core';
import { ArrowUpRight, Save, Send } from 'lucide-react';

import { Button } from '../kit/index.js';
import { formatActor } from '../activity/activity.js';
import { formatMoment } from './execution-words.js';
import { duration } from '../response/body/show-body.js';
import { useHistory, useStoredExecution } from './use-history.js';
import { ResultComparison, CompareMenu, useComparing } from '../response/compare.js';
import { Result } from '../response/result.js';
import type { ExecutionActions } from './execution-actions.js';

interface Props {
  readonly one: ExecutionSummary;
  readonly actions: ExecutionActions;
}

/** One execution: what was sent, what came back, and what can be done with it. */
export const HistoryDetail = ({ one, actions }: Props) => {
  const run = useStoredExecution(one.id);
  const comparing = useComparing(useHistory(actions.idOf(one)), one.id);
  const canOpen = actions.isThere(one);
  return (
    <section className="result" aria-label="Result">
      <div className="history-head">
        <h2>{one.name}</h2>
        <p className="quiet">
          {formatActor(one)} at {formatMoment(one.startedAt, new Date())}, {duration(one.durationMs)} in total
        </p>
        <div className="row">
          <Button
            icon={Send}
            isSmall
            disabled={!canOpen}
            onClick={() => actions.sendAgain(one)}
            {...(canOpen ? {} : { title: 'The request was deleted. Save it as a request first.' })}
          >
            Send again
          </Button>
          <Button icon={ArrowUpRight} isSmall disabled={!canOpen} onClick={() => actions.open(one)}>
            Open request
          </Button>
          <Button icon={Save} isSmall onClick={() => actions.save(one)}>
            Save as request
          </Button>
          {run && <CompareMenu entries={comparing.entries} />}
        </div>
      </div>
      {run === undefined && <p className="idle">Loading …</p>}
      {run && comparing.baseline && (
        <ResultComparison baseline={comparing.baseline} result={run.result} onClose={comparing.stop} />
      )}
      {run && !comparing.baseline && <Result id={actions.idOf(one)} run={run} />}
    </section>
  );
};
