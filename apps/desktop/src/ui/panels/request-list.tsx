import type { RestRequestId, RestRequestSummary } from '@tandem/core';
import type { KeyboardEvent } from 'react';

import { byFolder } from '../model/folders.js';
import { markOf } from '../model/outcome.js';
import type { Run, Runs } from '../model/runs.js';
import { Method } from './method.js';

interface Props {
  readonly requests: readonly RestRequestSummary[];
  readonly chosen: RestRequestId | undefined;
  readonly loading: boolean;
  readonly runs: Runs;
  readonly onChoose: (id: RestRequestId) => void;
}

const Mark = ({ run }: { readonly run: Run | undefined }) => {
  const mark = markOf(run);
  return mark ? (
    <span className={`mark ${mark.tone}`} role="img" aria-label={mark.name} title={mark.name} />
  ) : null;
};

/** Arrow keys go up and down the list, whatever folder a request is in. */
const step = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  event.preventDefault();
};

/** The saved requests of the active workspace. */
export const RequestList = ({ requests, chosen, loading, runs, onChoose }: Props) => (
  <nav className="requests" aria-label="Requests" aria-busy={loading} onKeyDown={step}>
    <h2>Requests {loading || <span className="count">{requests.length}</span>}</h2>
    {byFolder(requests).map(({ folder, requests: inside }) => (
      <section key={folder} aria-label={folder === '' ? 'Without a folder' : folder}>
        {folder !== '' && <h3>{folder.replaceAll('/', ' / ')}</h3>}
        <ul>
          {inside.map(({ id, name, method }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === chosen}
                title={name}
                onClick={() => {
                  onChoose(id);
                }}
              >
                <Method method={method} />
                <span className="name">{name}</span>
                <Mark run={runs.get(id)} />
              </button>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </nav>
);
