import { RpcRefusal } from '@tandem/rpc/client';

/** Something that could not be read, and what to do about it. */
export const Problem = ({ error }: { readonly error: Error }) => (
  <div className="empty" role="alert">
    <h1 className="bad">{error.message}</h1>
    {error instanceof RpcRefusal && error.error.hint !== undefined && <p>{error.error.hint}</p>}
  </div>
);
