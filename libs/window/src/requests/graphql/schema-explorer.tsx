import type { GraphQLSchema } from 'graphql';
import { Plus, X } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';

import { IconButton } from '../../kit/index.js';
import {
  searchSchema,
  maxSchemaMatches,
  findPathTo,
  listRoots,
  type SchemaField,
  findSchemaType,
  insertField,
} from './graphql-explore.js';
import type { FieldPath, Step } from './graphql-place.js';

interface Props {
  readonly schema: GraphQLSchema;
  readonly query: string;
  readonly operationName: string | null;
  readonly onInsert: (query: string) => void;
  readonly onClose: () => void;
}

/** The shown type, and the path by which a query reaches it, if one exists. */
interface ShownType {
  readonly type: string;
  readonly path: FieldPath | undefined;
}

const extendPath = ({ root, steps }: FieldPath, step: Step): FieldPath => ({
  root,
  steps: [...steps, step],
});

const Field = ({
  field: { name, args, type, leadsTo, description, isDeprecated },
  path,
  onShow,
  onInsert,
}: {
  readonly field: SchemaField;
  readonly path: FieldPath | undefined;
  readonly onShow: (shown: ShownType) => void;
  readonly onInsert: (path: FieldPath) => void;
}) => {
  const own = path && extendPath(path, name);
  return (
    <li>
      {own && <IconButton icon={Plus} look="small" label={`Insert ${name}`} onClick={() => onInsert(own)} />}
      <code>
        {isDeprecated ? <s title="Deprecated">{name}</s> : name}
        {args !== '' && <span className="quiet">{args}</span>}:{' '}
        <button
          type="button"
          className="link"
          aria-label={`${name}: show the type ${leadsTo}`}
          onClick={() => onShow({ type: leadsTo, path: own })}
        >
          {type}
        </button>
      </code>
      {description !== '' && <p className="quiet">{description}</p>}
    </li>
  );
};

/** Links to types, such as the members of a union. */
const Types = ({
  names,
  label,
  onShow,
}: {
  readonly names: readonly string[];
  readonly label: string;
  readonly onShow: (name: string) => void;
}) =>
  names.length === 0 ? null : (
    <p>
      <span className="quiet">{label}</span>{' '}
      {names.map((name) => (
        <button key={name} type="button" className="link" onClick={() => onShow(name)}>
          {name}
        </button>
      ))}
    </p>
  );

/** Shows the path to the type: an operation and its fields. A click on one of them returns to it. */
const PathToType = ({
  shown,
  schema,
  onShow,
}: { readonly shown: ShownType; readonly onShow: (shown: ShownType) => void } & Pick<Props, 'schema'>) => {
  const { path } = shown;
  if (path === undefined) return null;
  const start = schema.getRootType(path.root)?.name ?? '';
  const breadcrumb = path.steps.reduce<readonly (ShownType & { readonly name: string })[]>(
    (before, step) => {
      const last = before.at(-1);
      const field = findSchemaType(schema, last?.type ?? '')?.fields.find(({ name }) => name === step);
      const steps = [...(last?.path?.steps ?? []), step];
      const to =
        typeof step === 'string'
          ? { name: step, type: field?.leadsTo ?? '' }
          : { name: `on ${step.on}`, type: step.on };
      return [...before, { ...to, path: { root: path.root, steps } }];
    },
    [{ name: path.root, type: start, path: { root: path.root, steps: [] } }],
  );
  return (
    <nav className="way" aria-label="Path to the type">
      {breadcrumb.map((step, index) => (
        <span key={index}>
          {index > 0 && <span className="quiet">›</span>}
          <button type="button" className="link" onClick={() => onShow(step)}>
            {step.name}
          </button>
        </span>
      ))}
    </nav>
  );
};

const Type = ({
  shown,
  schema,
  onShow,
  onInsert,
}: Pick<Props, 'schema'> & {
  readonly shown: ShownType;
  readonly onShow: (shown: ShownType) => void;
  readonly onInsert: (path: FieldPath) => void;
}) => {
  const type = useMemo(() => findSchemaType(schema, shown.type), [schema, shown.type]);
  const showMember = (on: string): void =>
    onShow({ type: on, path: shown.path ? extendPath(shown.path, { on }) : findPathTo(schema, on) });
  if (type === undefined) return <p className="quiet">The schema has no type {shown.type} any more.</p>;
  return (
    <>
      <PathToType shown={shown} schema={schema} onShow={onShow} />
      <h3>
        <span className="quiet">{type.kind}</span> {type.name}
      </h3>
      {type.description !== '' && <p className="quiet">{type.description}</p>}
      <ul aria-label={`Fields of ${type.name}`}>
        {type.fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            path={type.kind === 'input' ? undefined : shown.path}
            onShow={onShow}
            onInsert={onInsert}
          />
        ))}
      </ul>
      {type.values.length > 0 && <p>{type.values.join(', ')}</p>}
      <Types names={type.members} label="One of" onShow={showMember} />
    </>
  );
};

const Results = ({
  typed,
  schema,
  onShow,
}: Pick<Props, 'schema'> & { readonly typed: string; readonly onShow: (shown: ShownType) => void }) => {
  const found = useMemo(() => searchSchema(schema, typed), [schema, typed]);
  if (found.length === 0) return <p className="quiet">No type or field has “{typed.trim()}” in its name.</p>;
  return (
    <>
      <ul aria-label="Found in the schema">
        {found.map(({ type, field }) => (
          <li key={`${type} ${field ?? ''}`}>
            <button
              type="button"
              className="link"
              onClick={() => onShow({ type, path: findPathTo(schema, type) })}
            >
              {field === undefined ? type : `${type}.${field}`}
            </button>
          </li>
        ))}
      </ul>
      {found.length === maxSchemaMatches && (
        <p className="quiet">The first {maxSchemaMatches}; type more to see others.</p>
      )}
    </>
  );
};

/** Lets a person search and browse the types of a schema; a click inserts a field into the query. */
export const SchemaExplorer = ({ schema, query, operationName, onInsert, onClose }: Props) => {
  const [typed, setTyped] = useState('');
  const searched = useDeferredValue(typed);
  const roots = listRoots(schema);
  const [chosen, choose] = useState<ShownType>();
  const [problem, setProblem] = useState<string>();
  const first = roots[0];
  const current = chosen ?? (first && { type: first.type, path: { root: first.root, steps: [] } });
  const show = (next: ShownType): void => {
    choose(next);
    setTyped('');
  };
  const insert = (path: FieldPath): void => {
    const next = insertField(query, schema, operationName, path);
    setProblem(
      next === undefined ? 'The query cannot be read: correct it, then insert the field.' : undefined,
    );
    if (next !== undefined && next !== query) onInsert(next);
  };
  return (
    <section className="schema-explorer" aria-label="Schema explorer">
      <div className="row">
        <input
          type="search"
          aria-label="Search types and fields"
          placeholder="Search types and fields"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {roots.map(({ root, type }) => (
          <button
            key={root}
            type="button"
            className="link"
            onClick={() => show({ type, path: { root, steps: [] } })}
          >
            {type}
          </button>
        ))}
        <IconButton icon={X} look="small" label="Close the explorer" onClick={onClose} />
      </div>
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      <div className="explored" tabIndex={0} role="group" aria-label="Types">
        {searched.trim() !== '' ? (
          <Results typed={searched} schema={schema} onShow={show} />
        ) : (
          current && <Type shown={current} schema={schema} onShow={show} onInsert={insert} />
        )}
      </div>
    </section>
  );
};
