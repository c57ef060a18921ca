import { useState } from 'react';

import { parseToken } from '../../link/early.js';
import { useLink, useLinkState } from '../../link/use-link.js';
import { getAdvice } from '../../link/problem-words.js';

const NoticeText = ({ title, children }: { readonly title: string; readonly children: string }) => (
  <p>
    <strong>{title}</strong> {children}
  </p>
);

/** An input for an address that Tandem has printed. It is shown if Tandem does not know this page. */
const Address = () => {
  const [text, setText] = useState('');
  const token = parseToken(text);
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (token !== undefined) window.location.hash = `token=${token}`;
      }}
    >
      <input
        aria-label="Address that Tandem printed"
        placeholder="http://127.0.0.1:…/#token=…"
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
        }}
      />
      <button type="submit" className="button" disabled={token === undefined}>
        Open
      </button>
    </form>
  );
};

/** Shows the state of the connection while it is not open, and what a person can do. */
export const Notice = () => {
  const { retry } = useLink();
  const state = useLinkState();
  return (
    <div className="notice" role="status" data-state={state.kind}>
      {state.kind === 'refused' && (
        <>
          <NoticeText title="You do not have access to this page.">
            Use the address that Tandem printed when it started, or start Tandem once more to see it again.
          </NoticeText>
          <Address />
        </>
      )}
      {state.kind === 'lost' && (
        <>
          <NoticeText title="Tandem is not responding.">The page reconnects automatically.</NoticeText>
          <button type="button" className="button" onClick={retry}>
            Reconnect now
          </button>
        </>
      )}
      {state.kind === 'connecting' && <NoticeText title="Connecting …">{''}</NoticeText>}
    </div>
  );
};

/** Describes what could not be loaded, and what a person can do about it. */
export const Problem = ({ error }: { readonly error: Error }) => {
  const advice = getAdvice(error);
  return (
    <div className="empty" role="alert">
      <h1 className="bad">{error.message}</h1>
      {advice !== undefined && <p>{advice}</p>}
    </div>
  );
};
