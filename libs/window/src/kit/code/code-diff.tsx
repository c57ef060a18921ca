import { Suspense } from 'react';
import { lazy } from '../../served/lazy.js';

/** Properties of a comparison. */
export interface CodeDiffProps {
  /** What a screen reader calls it. */
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const LazyCodeMirrorDiff = lazy(async () => ({
  default: (await import('./code-mirror-diff.js')).CodeMirrorDiff,
}));

/** Two texts as one, with what was removed and added marked by line; loaded when one is first needed. */
export const CodeDiff = (props: CodeDiffProps) => (
  <Suspense fallback={<p className="quiet">Loading the comparison …</p>}>
    <LazyCodeMirrorDiff {...props} />
  </Suspense>
);
