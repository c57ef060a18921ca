import type { GraphqlRequest, GraphqlVariables } from '@tandem/core';
import { useState } from 'react';

import { CodeEditor } from './code-editor.js';
import { TextLine } from './labelled.js';

const parsed = (text: string): GraphqlVariables | undefined => {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as GraphqlVariables)
      : undefined;
  } catch {
    return undefined;
  }
};

const written = (variables: GraphqlVariables): string => JSON.stringify(variables, null, 2);

interface Props {
  readonly request: GraphqlRequest;
  readonly onEdit: (field: 'query' | 'variables' | 'operationName', value: unknown) => void;
}

const Variables = ({ request: { variables }, onEdit }: Props) => {
  const [text, setText] = useState(written(variables));
  const mine = parsed(text);
  // What is typed stays as it is typed; only another value, set from elsewhere, takes its place.
  const isElse = mine !== undefined && JSON.stringify(mine) !== JSON.stringify(variables);
  return (
    <>
      <CodeEditor
        label="GraphQL variables"
        language="json"
        value={isElse ? written(variables) : text}
        onChange={(next) => {
          setText(next);
          const value = parsed(next);
          if (value) onEdit('variables', value);
        }}
      />
      {mine === undefined && (
        <p className="bad" role="alert">
          Variables have to be a JSON object; they are stored when they are one.
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
