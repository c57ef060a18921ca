import { type ExecutionResult, type ExecutionSummary } from '@tandem/core';
import { BookmarkPlus } from 'lucide-react';

import { IconButton } from '../kit/index.js';
import { getKindView, getRequestKind, type RequestId } from '../requests/saved-request.js';
import { useSaveExample } from '../requests/save-example.js';
import { type Comparison, CompareMenu } from './compare.js';

interface Props {
  readonly id: RequestId;
  readonly result: ExecutionResult;
  /** The executions of the request, newest first. */
  readonly history: readonly ExecutionSummary[];
  readonly onCompare: (compared: Comparison) => void;
}

/** The buttons for a result: compare it with another one, or save its response as an example. */
export const ResultTools = ({ id, result, history, onCompare }: Props) => {
  const save = useSaveExample(id);
  return (
    <>
      {history.length > 1 && (
        <CompareMenu history={history} shownId={result.executionId} onCompare={onCompare} />
      )}
      {result.response !== null && getKindView(getRequestKind({ id })).hasExamples && (
        <IconButton icon={BookmarkPlus} label="Save as example" onClick={() => void save(result)} />
      )}
    </>
  );
};
