import type { Origin, Origins as AllOrigins } from '@tandem/core';

import '../../style/sending.css';
import { toOriginLines, groupOrigins, type OriginLine } from './origins.js';
import { Popover } from '../../kit/index.js';
import { useShowFolder } from '../../folders/use-folders.js';

interface LineProps {
  readonly line: OriginLine;
  /** Called before a folder is opened. */
  readonly onLeave: (() => void) | undefined;
}

/** Where a value comes from; a click on a folder opens it. */
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

/** The origin of each location in a request. */
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
        {groups.map(({ place, title, lines }) => (
          <tbody key={place}>
            {lines.map((line, index) => (
              <tr key={index}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={lines.length}>
                    {title}
                  </th>
                )}
                <td>{formatVariable(line)}</td>
                <td>
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

/** A value that shows its origin on a click. */
export const TracedValue = ({
  value,
  label,
  origins = [],
  onLeave,
}: {
  readonly value: string;
  /** The name of what has the value, such as of a header. */
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
