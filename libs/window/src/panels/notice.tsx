import { useLink, useLinkState } from '../link/use-link.js';

const Words = ({ title, children }: { readonly title: string; readonly children: string }) => (
  <p>
    <strong>{title}</strong> {children}
  </p>
);

/** Says how the link stands while it is not open, and what to do. */
export const Notice = () => {
  const { retry } = useLink();
  const state = useLinkState();
  return (
    <div className="notice" role="status" data-state={state.kind}>
      {state.kind === 'refused' && (
        <Words title="You do not have access to this page.">
          Use the address that Tandem printed when it started.
        </Words>
      )}
      {state.kind === 'lost' && (
        <>
          <Words title="Tandem is not responding.">The page reconnects automatically.</Words>
          <button type="button" className="button" onClick={retry}>
            Reconnect now
          </button>
        </>
      )}
      {state.kind === 'connecting' && <Words title="Connecting …">{''}</Words>}
    </div>
  );
};
