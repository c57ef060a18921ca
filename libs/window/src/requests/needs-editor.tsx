import { ArrowUp, Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { tagLimits } from '@tandem/core';

import { Button, Choice, IconButton, Method, PickDialog, useRemoval, TextLine } from '../kit/index.js';
import type { RequestId, Summary } from './saved-request.js';
import { useShow } from '../shell/page.js';
import { useRequests } from './requests.js';

/** A line for a dependency: its request, or only the id if the request does not exist. */
interface NeedLine {
  readonly need: string;
  readonly request: Summary | undefined;
}

export const toDependencyLines = (
  needs: readonly string[],
  requests: readonly Summary[],
): readonly NeedLine[] => {
  const byId = new Map<string, Summary>(requests.map((one) => [one.id, one]));
  return needs.map((need) => ({ need, request: byId.get(need) }));
};

/** Finds the requests that can become dependencies of `id`, and whose name or folder contains every typed word. */
export const listAddableDependencies = (
  requests: readonly Summary[],
  { id, needs }: { readonly id: RequestId; readonly needs: readonly string[] },
  typed: string,
): readonly Summary[] => {
  const words = typed.toLowerCase().split(/\s+/);
  const taken = new Set<string>([id, ...needs]);
  return requests.filter((one) => {
    const text = formatRequestTitle(one).toLowerCase();
    return !taken.has(one.id) && words.every((word) => text.includes(word));
  });
};

/** Formats the folder path and the name of a request. */
const formatRequestTitle = ({ name, folder }: Summary): string =>
  folder === '' ? name : `${folder}/${name}`;

/** Moves the dependency at `index` up. */
export const moveDependencyUp = (needs: readonly string[], index: number): readonly string[] => {
  const moved = needs[index];
  if (moved === undefined || index === 0) return needs;
  return [...needs.slice(0, index - 1), moved, ...needs.slice(index - 1, index), ...needs.slice(index + 1)];
};

const maxAgeOptions: readonly (readonly [age: string, title: string])[] = [
  ['', 'Every time'],
  ['1m', 'If older than a minute'],
  ['15m', 'If older than 15 minutes'],
  ['1h', 'If older than an hour'],
  ['1d', 'If older than a day'],
];

/**
 * Lists the options for when dependencies are executed again, by `maxAge`. Includes a different value that a file or
 * an agent has set.
 */
export const listAgeOptions = (age: string) => [
  ...maxAgeOptions.map(([value, title]) => ({ value, title })),
  ...(maxAgeOptions.some(([value]) => value === age) ? [] : [{ value: age, title: `If older than ${age}` }]),
];

interface Props {
  readonly id: RequestId;
  readonly needs: readonly string[];
  readonly maxAge: string | undefined;
  /** The value inherited from the folders, which applies if nothing is set here. */
  readonly inherited: string | undefined;
  readonly onNeeds: (needs: readonly string[]) => void;
  /** Called with undefined to inherit the value from the folders. */
  readonly onMaxAge: (maxAge: string | undefined) => void;
}

/** Maximum number of requests that are offered at once. */
const maxOfferedRequests = 100;

const AddDialog = ({
  id,
  needs,
  onPick,
  ...closing
}: Pick<Props, 'id' | 'needs'> & {
  readonly onPick: (need: string) => void;
  readonly onClose: () => void;
  readonly onGone: () => void;
}) => {
  const { requests } = useRequests();
  return (
    <PickDialog
      title="Add a request that runs first"
      placeholder="Request …"
      emptyFor={() => 'No other request matches.'}
      picksFor={(typed) =>
        listAddableDependencies(requests, { id, needs }, typed)
          .slice(0, maxOfferedRequests)
          .map((one) => ({ key: one.id, title: formatRequestTitle(one), take: () => onPick(one.id) }))
      }
      {...closing}
    />
  );
};

const Needs = ({ needs, onNeeds }: Pick<Props, 'needs' | 'onNeeds'>) => {
  const show = useShow();
  const { requests } = useRequests();
  const remove = useRemoval(needs, onNeeds);
  return (
    <ol className="needs" aria-label="Runs first">
      {toDependencyLines(needs, requests).map(({ need, request }, index) => (
        <li key={need} className="row">
          {request ? (
            <>
              <Method method={request.method} />
              <button type="button" className="link" onClick={() => show(request.id)}>
                {formatRequestTitle(request)}
              </button>
            </>
          ) : (
            <span className="bad">{need} is not in this workspace</span>
          )}
          {index > 0 && (
            <IconButton
              icon={ArrowUp}
              look="small"
              label={`Run ${request?.name ?? need} earlier`}
              onClick={() => onNeeds(moveDependencyUp(needs, index))}
            />
          )}
          <IconButton
            icon={X}
            look="small"
            label={`Do not run ${request?.name ?? need} first`}
            onClick={() => remove(index, `${request?.name ?? need} no longer runs first`)}
          />
        </li>
      ))}
    </ol>
  );
};

/** Edits which requests are executed before this one, and when they are executed again. */
export const NeedsEditor = ({ id, needs, maxAge, inherited = '', onNeeds, onMaxAge }: Props) => {
  const age = maxAge ?? inherited;
  const button = useRef<HTMLButtonElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <section className="stack runs-first" aria-label="Runs first">
      <h3>Runs first</h3>
      <p className="quiet">
        Requests that run before this one, such as a login. Variables that their scripts set are available
        here.
      </p>
      {needs.length > 0 && <Needs needs={needs} onNeeds={onNeeds} />}
      {needs.length > 0 && (
        <Choice
          name="Run them"
          value={age}
          words={Object.fromEntries(listAgeOptions(age).map(({ value, title }) => [value, title]))}
          onChange={(wanted) => onMaxAge(wanted === inherited ? undefined : wanted)}
        />
      )}
      <div>
        <Button ref={button} icon={Plus} onClick={() => setIsAdding(true)}>
          Add request
        </Button>
      </div>
      {isAdding && (
        <AddDialog
          id={id}
          needs={needs}
          onPick={(need) => onNeeds([...needs, need])}
          onClose={() => setIsAdding(false)}
          onGone={() => button.current?.focus()}
        />
      )}
    </section>
  );
};

/** Parses the tags in a line of text, without duplicates. */
export const parseTags = (text: string): readonly string[] =>
  [...new Set(text.split(/[\s,]+/).map((tag) => tag.slice(0, tagLimits.length)))]
    .filter((tag) => tag !== '')
    .slice(0, tagLimits.count);

/** Formats tags as one line of text. */
export const formatTags = (tags: readonly string[]): string => tags.join(', ');

/** Edits the tags of a request as one line of text. */
export const TagsLine = ({
  tags,
  onChange,
}: {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}) => {
  // Keeps a trailing comma or space while a person types.
  const [typed, setTyped] = useState('');
  const shown = formatTags(parseTags(typed)) === formatTags(tags) ? typed : formatTags(tags);
  return (
    <section className="stack runs-first" aria-label="Tags">
      <TextLine
        name="Tags"
        value={shown}
        onChange={(text) => {
          setTyped(text);
          onChange(parseTags(text));
        }}
      />
      <p className="quiet">Words such as smoke or slow, by which runs select or skip requests.</p>
    </section>
  );
};
