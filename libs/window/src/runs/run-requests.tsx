import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';

import { Button, Method } from '../kit/index.js';
import type { RequestId, Summary } from '../requests/saved-request.js';
import { createRequestMatcher } from '../folders/tree/tree.js';

/** The height of a line, in CSS pixels. */
const rowHeight = 28;

interface Props {
  /** In run order. */
  readonly offered: readonly Summary[];
  readonly chosen: ReadonlySet<RequestId>;
  readonly onChoose: (chosen: ReadonlySet<RequestId>) => void;
}

const Line = ({
  request: { id, name, folder, method },
  isChosen,
  onToggle,
}: {
  readonly request: Summary;
  readonly isChosen: boolean;
  readonly onToggle: (id: RequestId) => void;
}) => (
  <label className="run-request">
    <input type="checkbox" checked={isChosen} onChange={() => onToggle(id)} />
    <Method method={method} />
    <span className="name">
      {folder !== '' && <span className="quiet">{folder.replaceAll('/', ' / ')} / </span>}
      {name}
    </span>
  </label>
);

/** A selection of requests; only visible ones are rendered. */
const Lines = ({ offered, chosen, onChoose }: Props) => {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: offered.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const toggle = (id: RequestId): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <div ref={scroller} className="run-requests" role="group" aria-label="Requests of the run" tabIndex={0}>
      <div className="run-lines" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const request = offered[index] as Summary;
          return (
            <div key={request.id} className="run-slot" style={{ transform: `translateY(${start}px)` }}>
              <Line request={request} isChosen={chosen.has(request.id)} onToggle={toggle} />
            </div>
          );
        })}
      </div>
    </div>
  );
};

/** Which requests run. The list is collapsed while all of a folder or workspace do. */
export const RunRequests = ({ offered, chosen, onChoose }: Props) => {
  const [search, setSearch] = useState('');
  const found = search.trim() === '' ? offered : offered.filter(createRequestMatcher(search.trim()));
  const choose = (isChosen: boolean): void => {
    const next = new Set(chosen);
    for (const { id } of found) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    onChoose(next);
  };
  return (
    <details className="run-part">
      <summary>
        <ChevronRight className="k-icon" aria-hidden="true" /> Requests{' '}
        <span className="quiet">
          {chosen.size} of {offered.length}
        </span>
      </summary>
      <div className="row">
        <input
          type="search"
          aria-label="Search the requests of the run"
          placeholder="Search"
          value={search}
          onKeyDown={(event) => {
            // Otherwise Enter would submit the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Button isSmall onClick={() => choose(true)}>
          All
        </Button>
        <Button isSmall onClick={() => choose(false)}>
          None
        </Button>
      </div>
      <Lines offered={found} chosen={chosen} onChoose={onChoose} />
    </details>
  );
};
