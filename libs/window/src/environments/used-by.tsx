import { useState } from 'react';

import { useShowFolder } from '../folders/use-folders.js';
import { Badge, Button, Popover } from '../kit/index.js';
import { formatCount } from '../shell/phrases.js';
import { useShow } from '../shell/page.js';
import { filterUses, type NameUses } from './name-uses.js';

export type { NameUses } from './name-uses.js';

/** The list can be filtered if it has at least this many lines. */
const minFilteredLines = 12;

const UsesList = ({ uses }: { readonly uses: NameUses }) => {
  const show = useShow();
  const showFolder = useShowFolder();
  const [search, setSearch] = useState('');
  const { lines, hidden } = filterUses(uses, search);
  const count = uses.requestCount + uses.folderCount;
  return (
    <div className="stack uses">
      {count >= minFilteredLines && (
        <input
          aria-label="Filter by name"
          placeholder="Filter by name"
          spellCheck={false}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <ul>
        {lines.map(({ kind, id, key, name, places }) => (
          <li key={id}>
            <Button
              isSmall
              variant="quiet"
              onClick={() => {
                if (kind === 'request') show(key);
                else showFolder(key);
              }}
            >
              {name}
            </Button>
            {places.includes('script') && <Badge>script</Badge>}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="quiet">{hidden.toLocaleString('en')} more</p>}
    </div>
  );
};

interface Props {
  readonly uses: NameUses | undefined;
  /** The row's name for screen readers. */
  readonly where: string;
}

/** Shows how often a name is used. Opened, it lists the requests and folders; a click on one opens it. */
export const UsedBy = ({ uses, where }: Props) => {
  if (uses === undefined) return null;
  const { requestCount, folderCount } = uses;
  const parts = [
    ...(requestCount === 0 ? [] : [formatCount(requestCount, 'request')]),
    ...(folderCount === 0 ? [] : [formatCount(folderCount, 'folder')]),
  ];
  if (parts.length === 0) return <span className="quiet">not used</span>;
  const count = parts.join(', ');
  return (
    <Popover
      label={`What uses ${where}`}
      trigger={
        <Button isSmall variant="quiet" aria-label={`${where} is used by ${count}`}>
          {count}
        </Button>
      }
    >
      <UsesList uses={uses} />
    </Popover>
  );
};
