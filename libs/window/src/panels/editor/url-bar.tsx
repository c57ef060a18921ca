import { type ClipboardEvent, useRef, useState } from 'react';

import { pastedUrl } from '../../model/pasted-url.js';
import { resolveUrl } from '../../model/resolve-url.js';
import { methodOrBadge } from '../../model/request-kinds.js';
import type { RequestId, SavedRequest } from '../../model/saved-request.js';
import { useHeld } from '../../state/contexts.js';
import { useNames } from '../../state/use-names.js';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

const MethodChoice = ({
  id,
  method,
  onChange,
}: {
  readonly id: RequestId;
  readonly method: string;
  readonly onChange: (method: string) => void;
}) => {
  // One of a file's or an agent's own can be chosen again.
  const [left, setLeft] = useHeld<readonly string[]>(`${id} methods`, () => []);
  return (
    <select
      className="method"
      aria-label="Method"
      data-method={method.toUpperCase()}
      value={method}
      onChange={({ target }) => {
        setLeft([...new Set([...left, method])]);
        onChange(target.value);
      }}
    >
      {[...new Set([...methods, ...left, method])].map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
};

/** Takes a URL out of what is pasted around it; where there is nothing to take, the browser pastes. */
const paste = (event: ClipboardEvent): void => {
  const text = event.clipboardData.getData('text/plain');
  const url = pastedUrl(text);
  if (url === text) return;
  event.preventDefault();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else leaves the field's own undo as it is
  document.execCommand('insertText', false, url);
};

interface Props {
  readonly request: SavedRequest;
  readonly onEdit: (field: 'url' | 'method', value: string) => void;
}

/** Method and URL; under the URL stands what its `{{variables}}` and `:parameters` will be. */
export const UrlBar = ({ request, onEdit }: Props) => {
  const names = useNames();
  const [scrolled, setScrolled] = useState(0);
  const coloured = useRef<HTMLDivElement>(null);
  const pieces = resolveUrl(request.url, 'pathParams' in request ? request.pathParams : [], names);
  if (coloured.current && coloured.current.scrollLeft !== scrolled) coloured.current.scrollLeft = scrolled;
  return (
    <>
      {'method' in request ? (
        <MethodChoice
          id={request.id}
          method={request.method}
          onChange={(method) => {
            onEdit('method', method);
          }}
        />
      ) : (
        <span className="method">{methodOrBadge(request)}</span>
      )}
      <div className="url">
        <div className="coloured" aria-hidden="true" ref={coloured}>
          {pieces.map(({ kind, text, resolves }, index) => (
            <span key={index} className={kind} data-resolves={resolves}>
              {text}
            </span>
          ))}
        </div>
        <input
          aria-label="URL"
          aria-describedby="url-values"
          placeholder="https://… or {{variable}}/path"
          spellCheck={false}
          value={request.url}
          onChange={({ target }) => {
            onEdit('url', target.value);
          }}
          onPaste={paste}
          onScroll={({ currentTarget }) => {
            setScrolled(currentTarget.scrollLeft);
          }}
        />
      </div>
    </>
  );
};

/** What the pieces of the URL that are filled in will be. */
export const UrlValues = ({ request }: Pick<Props, 'request'>) => {
  const names = useNames();
  const pieces = resolveUrl(request.url, 'pathParams' in request ? request.pathParams : [], names);
  const filled = pieces.filter(({ kind }) => kind !== 'plain');
  return (
    <p id="url-values" className="url-values" hidden={filled.length === 0}>
      {filled.map(({ text, value, resolves }, index) => (
        <span key={index} data-resolves={resolves}>
          <code>{text}</code> {resolves ? value : 'has no value'}
        </span>
      ))}
    </p>
  );
};
