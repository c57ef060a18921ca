import { getAdvice } from '../link/problem-words.js';

/** Something that could not be loaded, and what to do about it. */
export const Problem = ({ error }: { readonly error: Error }) => {
  const advice = getAdvice(error);
  return (
    <div className="empty" role="alert">
      <h1 className="bad">{error.message}</h1>
      {advice !== undefined && <p>{advice}</p>}
    </div>
  );
};
