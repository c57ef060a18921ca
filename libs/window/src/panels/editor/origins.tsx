import '../../style/sending.css';

import type { Auth } from '@tandem/core';
import { useMemo } from 'react';

import { type Origin, originsOf } from '../../model/origins.js';
import type { SavedRequest } from '../../model/saved-request.js';
import { PlaceContext } from '../../state/contexts.js';
import { useAround } from '../../state/use-around.js';
import { useNames } from '../../state/use-names.js';
import { useShowFolder } from '../../state/use-show-folder.js';
import { authKinds } from './auth-kinds.js';

interface Props {
  readonly request: SavedRequest;
  /** Called before a folder is opened. */
  readonly onLeave: () => void;
}

const titleOf = (auth: Auth): string =>
  auth.type === 'unsupported' ? auth.name : authKinds[auth.type].title;

const kinds: Readonly<Record<Origin['kind'], string>> = {
  header: 'Header',
  auth: 'Auth',
  variable: 'Variable',
};

const Table = ({ request, onLeave }: Props) => {
  const around = useAround(request.folder);
  const names = useNames();
  const show = useShowFolder();
  const origins = originsOf(request, around, names, titleOf);
  if (origins.length === 0) return null;
  return (
    <>
      <h3>Where it comes from</h3>
      <table className="origins" aria-label="Where it comes from">
        <tbody>
          {origins.map(({ kind, name, source, folder }, index) => (
            <tr key={index}>
              <td className="quiet">{kinds[kind]}</td>
              <td>{name}</td>
              <td>
                {folder === undefined ? (
                  <span className={source === 'has no value' ? 'bad' : 'quiet'}>{source}</span>
                ) : (
                  <button
                    type="button"
                    className="link"
                    aria-label={`${name}, ${source}`}
                    onClick={() => {
                      onLeave();
                      show(folder);
                    }}
                  >
                    {source}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};

/** Where the headers, the auth and the variables of a request come from; a click on a folder opens it. */
export const Origins = (props: Props) => {
  const { folder, requestVariables } = props.request;
  const place = useMemo(() => ({ folder, requestVariables }), [folder, requestVariables]);
  return (
    <PlaceContext value={place}>
      <Table {...props} />
    </PlaceContext>
  );
};
