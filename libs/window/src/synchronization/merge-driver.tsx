import { useMergeDriver } from './use-merge-driver.js';

/** How git merges the files of the folder, and a button that sets up the merge driver. */
export const MergeDriver = () => {
  const { status, problem, isBusy, install } = useMergeDriver();
  if (status === undefined || status.repository === null) return null;
  return (
    <section className="stack" aria-label="Git">
      <h2>Git</h2>
      {status.isSetUp ? (
        <p className="quiet">This clone merges the files field by field.</p>
      ) : (
        <p>
          This clone merges the files line by line, so changes to neighbouring fields conflict. The merge
          driver merges them field by field.
        </p>
      )}
      {status.reason !== null && <p className="quiet">{status.reason}</p>}
      {!status.isSetUp && status.reason === null && (
        <div className="row">
          <button
            type="button"
            className="button"
            title="Adds lines to .gitattributes and to the configuration of this clone"
            disabled={isBusy}
            onClick={() => void install()}
          >
            Set up the merge driver
          </button>
        </div>
      )}
      {problem !== undefined && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
};
