import type { Origin, Origins as AllOrigins } from '@tandem/core';

import { Popover } from '../../kit/index.js';
import { useShowFolder } from '../../folders/use-folders.js';
import '../../style/sending.css';

/** The origin of a value. */
export interface Source {
  readonly words: string;
  /** The path of the folder that defines the value; "" for the workspace. */
  readonly folder?: string;
}

/** A value that was inserted into a request, with its origin. */
export interface OriginLine extends Source {
  /** The variable that the value replaced; undefined for text without a variable. */
  readonly variable?: string;
  /** The origins of values that were overridden, as text. */
  readonly shadowed: readonly string[];
  /** Whether a variable has no value. */
  readonly isMissing: boolean;
}

/** A part of a request, with the origins of its values. */
export interface OriginGroup {
  readonly location: string;
  /** The name of the part. */
  readonly title: string;
  readonly lines: readonly OriginLine[];
}

const originLabels: Readonly<Record<string, string>> = {
  call: 'the call',
  row: 'data row',
  prompt: 'a prompt',
  request: 'this request',
  builtin: 'built in',
  cookie: 'cookie jar',
  default: 'added by Tandem',
  url: 'user and password in the URL',
  script: 'a script',
  unresolved: 'has no value',
};

const titles: Readonly<Record<string, string>> = {
  query: 'Query',
  path: 'Path',
  headers: 'Header',
  body: 'Body',
};

/** Describes the origin of a value. */
export const getOriginSource = (from: string): Source => {
  if (from === 'workspace') return { words: 'workspace', folder: '' };
  const known = Object.hasOwn(originLabels, from) ? originLabels[from] : undefined;
  if (known !== undefined) return { words: known };
  if (from.startsWith('folder:')) {
    const folder = from.slice('folder:'.length);
    return { words: `folder ${folder}`, folder };
  }
  const [, kind, name] = /^(environment|secret|auth):(.*)$/s.exec(from) ?? [];
  return { words: kind === undefined ? from : `${kind} ${name ?? ''}` };
};

/** Formats the name of a part of a request. */
export const formatLocation = (location: string): string => {
  if (location === 'url') return 'URL';
  const [, kind = '', at, name = ''] = /^(\w+)(?:@(\d+:\d+)|\.(.*))?$/s.exec(location) ?? [];
  const title = Object.hasOwn(titles, kind) ? titles[kind] : 'Method';
  return at === undefined ? `${title} ${name}`.trim() : `${title} line ${at}`;
};

const toOriginLine = ({ from, token, shadowed = [], near = [] }: Origin): OriginLine => {
  const source = getOriginSource(from);
  const like = near.length === 0 ? '' : `, but ${near.join(' and ')} ${near.length === 1 ? 'has' : 'have'}`;
  return {
    ...source,
    words: source.words + like,
    ...(token === undefined ? {} : { variable: token }),
    shadowed: shadowed.map((one) => getOriginSource(one).words),
    isMissing: from === 'unresolved',
  };
};

/** Converts the origins of one part of a request to lines. */
export const toOriginLines = (origins: readonly Origin[]): readonly OriginLine[] => origins.map(toOriginLine);

/** Groups the origins of all parts of a request, in order. Parts that Tandem adds come last. */
export const groupOrigins = (origins: AllOrigins): readonly OriginGroup[] => {
  const groups = Object.entries(origins).map(([location, all]) => ({
    group: { location, title: formatLocation(location), lines: toOriginLines(all) },
    isAdded: all.every(({ from }) => from === 'default'),
  }));
  const some = (isAdded: boolean) => groups.filter((one) => one.isAdded === isAdded);
  return [...some(false), ...some(true)].map(({ group }) => group);
};

interface LineProps {
  readonly line: OriginLine;
  /** Called before a folder is opened. */
  readonly onLeave: (() => void) | undefined;
}

/** Shows the origin of a value as a line. A click on a folder opens it. */
const Line = ({ line, onLeave }: LineProps) => {
  const show = useShowFolder();
  const { words, folder, shadowed, isMissing } = line;
  return (
    <>
      {folder === undefined ? (
        <span className={isMissing ? 'bad' : undefined}>{words}</span>
      ) : (
        <button
          type="button"
          className="link"
          onClick={() => {
            onLeave?.();
            show(folder);
          }}
        >
          {words}
        </button>
      )}
      {shadowed.length > 0 && <span className="quiet">, not {shadowed.join(', ')}</span>}
    </>
  );
};

const formatVariable = ({ variable }: OriginLine): string =>
  variable === undefined ? '' : `{{${variable}}}`;

/** Shows the origins of all parts of a request. */
export const Origins = ({
  origins,
  onLeave,
}: {
  readonly origins: AllOrigins;
  readonly onLeave?: () => void;
}) => {
  const groups = groupOrigins(origins);
  if (groups.length === 0) return null;
  return (
    <>
      <h3>Where it comes from</h3>
      <table className="origins" aria-label="Where it comes from">
        {groups.map(({ location, title, lines }) => (
          <tbody key={location}>
            {lines.map((line, index) => (
              <tr key={index}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={lines.length}>
                    {title}
                  </th>
                )}
                {line.variable !== undefined && <td>{formatVariable(line)}</td>}
                <td colSpan={line.variable === undefined ? 2 : 1}>
                  <Line line={line} onLeave={onLeave} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </>
  );
};

/** Shows a value. A click shows its origin. */
export const TracedValue = ({
  value,
  label,
  origins = [],
  onLeave,
}: {
  readonly value: string;
  /** The name of the part that contains the value, such as a header. */
  readonly label: string;
  readonly origins?: readonly Origin[] | undefined;
  readonly onLeave?: (() => void) | undefined;
}) => {
  if (origins.length === 0) return value;
  const title = `Where ${label} comes from`;
  return (
    <Popover
      label={title}
      className="origin-popover"
      trigger={
        <button type="button" className="traced" title={title}>
          {value}
        </button>
      }
    >
      <ul>
        {toOriginLines(origins).map((line, index) => (
          <li key={index}>
            {line.variable !== undefined && <code>{formatVariable(line)}</code>}{' '}
            <Line line={line} onLeave={onLeave} />
          </li>
        ))}
      </ul>
    </Popover>
  );
};
