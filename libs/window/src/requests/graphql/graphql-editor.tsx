import type { GraphqlRequest } from '@tandem/core';
import { Suspense, useDeferredValue, useMemo, useState } from 'react';

import { isSameJson, type UnfinishedTexts, type Part, readPart, formatPart } from '../drafts/draft.js';
import { useOfferedActions } from '../../shell/offered-actions.js';
import { usePanelState } from '../../shell/panel-state.js';
import { type Schema, useSchema } from './use-schema.js';
import { Button, CodeEditor, Select } from '../../kit/index.js';
import { lazy } from '../../served/lazy.js';
import { variableTokens } from '../../variable-token.js';

/** An operation of a GraphQL document. */
interface NamedOperation {
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly name: string;
}

/** Text that is not code: block strings, strings and comments. */
const nonCodePattern = /"""(?:\\"""|[^])*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*/g;

/** Lists the operations in a document, even while the document is invalid. */
export const listNamedOperations = (document: string): readonly NamedOperation[] => {
  const operations: NamedOperation[] = [];
  let depth = 0;
  const code = document.replace(nonCodePattern, '').replace(variableTokens, '');
  for (const [found, kind, name] of code.matchAll(/[{}]|\b(query|mutation|subscription)\s+([_A-Za-z]\w*)/g)) {
    if (found === '{') depth += 1;
    else if (found === '}') depth = Math.max(0, depth - 1);
    else if (depth === 0 && kind !== undefined && name !== undefined)
      operations.push({ kind: kind as NamedOperation['kind'], name });
  }
  return operations;
};

/** Loaded when a person first explores a schema. */
const SchemaExplorer = lazy(async () => ({ default: (await import('./schema-explorer.js')).SchemaExplorer }));

interface Props {
  readonly request: GraphqlRequest;
  readonly unfinished: UnfinishedTexts;
  readonly onEdit: (field: 'query' | 'operationName', value: unknown) => void;
  readonly onType: (part: Part, text: string) => void;
  /** The offset in the variables to which the cursor should move. */
  readonly cursor: number | undefined;
  readonly onBlockerShown: () => void;
}

/** Returns the variables as the person typed them, unless someone else has changed them. */
const useTypedVariables = (request: GraphqlRequest, unfinished: string | undefined) => {
  const stored = formatPart('variables', request);
  const [typed, setTyped] = useState(unfinished ?? stored);
  const reading = readPart('variables', typed);
  const isSame = reading.kind === 'value' && isSameJson(reading.value, request.variables);
  return { text: unfinished ?? (isSame ? typed : stored), setTyped };
};

const Variables = ({ request, unfinished, onType, cursor, onBlockerShown }: Props) => {
  const { text, setTyped } = useTypedVariables(request, unfinished.variables);
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

/** Shows whether a schema is loaded, with a button that fetches it. */
const SchemaBar = ({
  id,
  schema,
  isExplored,
  onExplore,
}: {
  readonly id: string;
  readonly schema: Schema;
  readonly isExplored: boolean;
  readonly onExplore: (isExplored: boolean) => void;
}) => {
  const { fetchedAt, isFetching, problem } = schema;
  useOfferedActions(id, { 'fetch schema': isFetching ? undefined : schema.fetch });
  const time = fetchedAt === null ? undefined : new Date(fetchedAt).toLocaleTimeString();
  return (
    <>
      <div className="row body-bar">
        <h3>Query</h3>
        <span className="row quiet" role="status">
          {isFetching ? 'Fetching the schema …' : time === undefined ? 'No schema yet' : `Fetched ${time}`}
          {schema.help?.schema && (
            <Button variant="quiet" isSmall aria-expanded={isExplored} onClick={() => onExplore(!isExplored)}>
              Explore
            </Button>
          )}
          <Button variant="quiet" isSmall onClick={isFetching ? schema.stop : schema.fetch}>
            {isFetching ? 'Stop' : time === undefined ? 'Fetch schema' : 'Refresh schema'}
          </Button>
        </span>
      </div>
      {problem !== undefined && !isFetching && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </>
  );
};

/** Lists the problems with the operation's variables. */
const VariableProblems = ({ request, schema }: Pick<Props, 'request'> & { readonly schema: Schema }) => {
  const { query, variables, operationName } = request;
  const { documents, help } = schema;
  const problems = useMemo(
    () => documents?.findVariableProblems(query, operationName, variables, help?.schema) ?? [],
    [documents, query, operationName, variables, help],
  );
  if (problems.length === 0) return null;
  return (
    <ul className="bad problem-list" aria-label="Problems of the variables">
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
};

/** Maximum number of query errors that are listed. All errors are marked. */
const maxListedProblems = 3;

/** Lists the errors of the query with line and column. The query is checked after a pause in typing. */
const QueryProblems = ({ query, schema }: { readonly query: string; readonly schema: Schema }) => {
  const { help } = schema;
  const settled = useDeferredValue(query);
  const problems = useMemo(() => help?.problems(settled) ?? [], [help, settled]);
  if (problems.length === 0) return null;
  const formatPosition = (at: number): string => {
    const before = settled.slice(0, at).split('\n');
    return `Line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  };
  return (
    <ul className="bad problem-list" aria-label="Problems of the query">
      {problems.slice(0, maxListedProblems).map(({ from, message }) => (
        <li key={`${from} ${message}`}>
          {formatPosition(from)}: {message}
        </li>
      ))}
      {problems.length > maxListedProblems && <li>{problems.length - maxListedProblems} more are marked.</li>}
    </ul>
  );
};

/** Selects which operation of the document is sent. */
const Operation = ({ request: { query, operationName }, onEdit }: Pick<Props, 'request' | 'onEdit'>) => {
  const operations = listNamedOperations(query);
  if (operationName === null && operations.length < 2) return null;
  const isKnown = operationName === null || operations.some(({ name }) => name === operationName);
  const options = [
    { value: '', title: operations.length > 1 ? 'None selected' : 'The only operation' },
    ...operations.map(({ name, kind }) => ({ value: name, title: name, note: kind })),
    ...(isKnown ? [] : [{ value: operationName, title: operationName, note: 'not in the query' }]),
  ];
  return (
    <>
      <div className="labelled">
        <span>Operation</span>
        <Select
          label="Operation"
          value={operationName ?? ''}
          options={options}
          onChange={(name) => onEdit('operationName', name === '' ? null : name)}
        />
      </div>
      {(operationName === null || !isKnown) && (
        <p className={isKnown ? 'quiet' : 'bad'}>
          {isKnown
            ? 'Select the operation to send. A server executes one operation per request.'
            : `The query has no operation ${operationName}.`}
        </p>
      )}
    </>
  );
};

/** Edits the document of a GraphQL request and its variables, and selects the operation to send. */
export const GraphqlEditor = (props: Props) => {
  const { request, onEdit } = props;
  const schema = useSchema(request);
  const [isExplored, explore] = usePanelState(`${request.id} explorer`, () => false);
  const types = schema.help?.schema;
  return (
    <div className="stack two">
      <SchemaBar id={request.id} schema={schema} isExplored={isExplored} onExplore={explore} />
      {isExplored && types && (
        <Suspense fallback={<p className="quiet">Loading the explorer …</p>}>
          <SchemaExplorer
            schema={types}
            query={request.query}
            operationName={request.operationName}
            onInsert={(query) => onEdit('query', query)}
            onClose={() => explore(false)}
          />
        </Suspense>
      )}
      <CodeEditor
        label="GraphQL query"
        language="graphql"
        graphql={schema.help}
        value={request.query}
        onChange={(query) => {
          onEdit('query', query);
        }}
      />
      <QueryProblems query={request.query} schema={schema} />
      <Operation request={request} onEdit={onEdit} />
      <h3>Variables</h3>
      <Variables {...props} />
      <VariableProblems request={request} schema={schema} />
    </div>
  );
};
