import { type ClipboardEvent, useId, useState, useEffect } from 'react';
import { isCurl, deriveNameFromUrl } from '@tandem/core';

import { cleanPastedUrl, type QueryFields, formatUrl, setUrlText } from './url-query.js';
import { getMethodOrBadge, getNewName, type SavedRequest, type RequestId } from '../saved-request.js';
import { resolveUrl } from './resolve-url.js';
import { useNames } from '../variables/use-names.js';
import { Method, replaceInputText, VariableInput, Combobox } from '../../kit/index.js';
import { usePanelState } from '../../shell/panel-state.js';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/**
 * Removes the characters that a method cannot contain (RFC 9110, section 9.1), and converts common methods to upper
 * case.
 */
const normalizeMethod = (typed: string): string => {
  const method = typed.replaceAll(/[^!#$%&'*+.^_`|~\w-]/g, '');
  return methods.find((one) => one === method.toUpperCase()) ?? method;
};

/** Edits the method of a request, which is selected from the common ones or typed. */
const MethodInput = ({
  id,
  method,
  onChange,
  onEnter,
}: {
  readonly id: RequestId;
  readonly method: string;
  readonly onChange: (method: string) => void;
  readonly onEnter: () => void;
}) => {
  // Offer a custom method of a file or an agent too, even after another one was selected.
  const [first, hold] = usePanelState(`${id} method`, () => method);
  useEffect(() => {
    hold(first);
  }, [first]);
  return (
    <span
      className="method method-input"
      data-method={method.toUpperCase()}
      onFocus={({ target }) => {
        if (target instanceof HTMLInputElement) target.select();
      }}
    >
      <Combobox
        label="Method"
        value={method}
        options={[...new Set([...methods, first])].map((one) => ({ value: one, title: one }))}
        onChange={(typed) => onChange(normalizeMethod(typed))}
        onEnter={onEnter}
      />
    </span>
  );
};

interface Props {
  readonly request: SavedRequest;
  readonly onEdit: (field: 'url' | 'method' | 'queryParams' | 'name', value: unknown) => void;
  readonly onSend: () => void;
  /** Called with a pasted curl command. */
  readonly onCurl: (command: string) => void;
}

/** Cleans a pasted URL. If it is clean already, the browser pastes it. */
const pasteUrl = (event: ClipboardEvent<HTMLInputElement>, text: string): void => {
  const url = cleanPastedUrl(text);
  if (url === text) return;
  event.preventDefault();
  const { selectionStart, selectionEnd } = event.currentTarget;
  replaceInputText(event.currentTarget, selectionStart ?? 0, selectionEnd ?? 0, url);
};

const getQueryFields = (request: SavedRequest): QueryFields => ({
  url: request.url,
  queryParams: 'queryParams' in request ? request.queryParams : [],
});

const isSame = (one: QueryFields, other: QueryFields): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns the URL with its query as text. The text stays as it was typed while it is equivalent to the stored URL. */
const useUrlText = (request: SavedRequest, onEdit: Props['onEdit']) => {
  const [typed, setTyped] = useState<string>();
  const fields = getQueryFields(request);
  const isRest = 'queryParams' in request;
  const read = (text: string): QueryFields =>
    isRest ? setUrlText(fields, text) : { url: text, queryParams: [] };
  const stored = formatUrl(fields);
  return {
    /** Names a new request after its URL, unless the person has named it already. */
    name: (): void => {
      const name = isRest && typed !== undefined ? deriveNameFromUrl(typed) : '';
      if (name !== '' && request.name === getNewName('rest')) onEdit('name', name);
    },
    text: typed !== undefined && isSame(read(typed), fields) ? typed : stored,
    type: (text: string): void => {
      const next = read(text);
      setTyped(text);
      if (next.url !== fields.url) onEdit('url', next.url);
      if (isRest && !isSame(next, { ...fields, url: next.url })) onEdit('queryParams', next.queryParams);
    },
  };
};

/** Shows the method and the URL on one line. */
export const UrlBar = ({ request, onEdit, onSend, onCurl }: Props) => {
  const names = useNames();
  const unresolvedId = useId();
  const { text, type, name } = useUrlText(request, onEdit);
  const pieces = resolveUrl(text, 'pathParams' in request ? request.pathParams : [], names);
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text/plain');
    if (isCurl(pasted)) {
      event.preventDefault();
      onCurl(pasted);
    } else pasteUrl(event, pasted);
  };
  const unresolved = pieces.filter(({ resolves }) => !resolves).map((piece) => `${piece.text} has no value`);
  return (
    <>
      {'method' in request ? (
        <MethodInput
          id={request.id}
          method={request.method}
          onChange={(method) => onEdit('method', method)}
          onEnter={onSend}
        />
      ) : (
        <Method method={getMethodOrBadge(request)} />
      )}
      <VariableInput
        className="url"
        label="URL"
        placeholder="https://… or {{variable}}/path"
        describedBy={unresolved.length > 0 ? unresolvedId : undefined}
        value={text}
        pieces={pieces}
        onChange={type}
        onEnter={() => {
          name();
          onSend();
        }}
        onBlur={name}
        onPaste={paste}
      />
      <span id={unresolvedId} className="spoken" hidden={unresolved.length === 0}>
        {unresolved.join(', ')}
      </span>
    </>
  );
};
