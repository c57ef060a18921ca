import type { GraphqlRequest } from '@tandem/core';
import { useState } from 'react';

import type { Unfinished } from '../../model/draft.js';
import { type Part, readPart, textOf } from '../../model/parts.js';
import { CodeEditor, TextLine } from '../../kit/index.js';

interface Props {
  readonly request: GraphqlRequest;
  readonly unfinished: Unfinished;
  readonly onEdit: (field: 'query' | 'operationName', value: unknown) => void;
  readonly onType: (part: Part, text: string) => void;
  /** The character of the variables that the person is led to. */
  readonly cursor: number | undefined;
  readonly onBlockerShown: () => void;
}

/** The variables as they were typed here, unless they have another value now. */
const useTyped = (request: GraphqlRequest, unfinished: string | undefined) => {
  const stored = textOf('variables', request);
  const [typed, setTyped] = useState(unfinished ?? stored);
  const reading = readPart('variables', typed);
  const isSame =
    reading.kind === 'value' && JSON.stringify(reading.value) === JSON.stringify(request.variables);
  return { text: unfinished ?? (isSame ? typed : stored), setTyped };
};

const Variables = ({ request, unfinished, onType, cursor, onBlockerShown }: Props) => {
  const { text, setTyped } = useTyped(request, unfinished.variables);
  const reading = readPart('variables', text);
  return (
    <>
      <CodeEditor
        label="GraphQL variables"
        language="json"
        value={text}
        cursor={cursor}
        onCursor={onBlockerShown}
        onChange={(next) => {
          setTyped(next);
          onType('variables', next);
        }}
      />
      {reading.kind === 'problem' && (
        <p className="bad" role="alert">
          Not saved: {reading.problem}. What you typed is kept.
        </p>
      )}
    </>
  );
};

/** The document of a GraphQL request, its variables and the operation to run. */
export const GraphqlEditor = (props: Props) => {
  const { request, onEdit } = props;
  return (
    <div className="stack two">
      <h3>Query</h3>
      <CodeEditor
        label="GraphQL query"
        language="text"
        value={request.query}
        onChange={(query) => {
          onEdit('query', query);
        }}
      />
      <h3>Variables</h3>
      <Variables {...props} />
      <TextLine
        name="Operation"
        value={request.operationName ?? ''}
        onChange={(name) => {
          onEdit('operationName', name === '' ? null : name);
        }}
      />
    </div>
  );
};
