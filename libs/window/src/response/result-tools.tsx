import { type ExecutionResult, type ExecutionSummary } from '@tandem/core';
import { BookmarkPlus } from 'lucide-react';

import { IconButton } from '../kit/index.js';
import { getKindView, getRequestKind, type RequestId } from '../requests/saved-request.js';
import { useSaveExample } from '../requests/save-example.js';
import { useOfferedActions } from '../shell/offered-actions.js';
import { type CompareAction, type Comparison, CompareMenu } from './compare.js';

/** The actions that the buttons offer. */
export type ResultAction = CompareAction | 'save example';

interface Props {
  readonly id: RequestId;
  readonly result: ExecutionResult;
  /** The executions of the request, newest first. */
  readonly history: readonly ExecutionSummary[];
  readonly onCompare: (compared: Comparison) => void;
}

/** The buttons for a result: compare it with another one, or save its response as an example. */
export const ResultTools = ({ id, result, history, onCompare }: Props) => {
  const saveResult = useSaveExample(id);
  const hasExample = result.response !== null && getKindView(getRequestKind({ id })).hasExamples;
  const save = hasExample ? () => void saveResult(result) : undefined;
  useOfferedActions(id, { 'save example': save });
  return (
    <>
      {history.length > 1 && (
        <CompareMenu tab={id} history={history} shownId={result.executionId} onCompare={onCompare} />
      )}
      {save && <IconButton icon={BookmarkPlus} label="Save as example" onClick={save} />}
    </>
  );
};
