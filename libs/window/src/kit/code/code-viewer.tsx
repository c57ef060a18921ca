import { Suspense } from 'react';
import { lazy } from '../../served/lazy.js';

/** The languages that it colours. */
export type CodeFormat = 'json' | 'xml' | 'html' | 'css' | 'javascript' | 'text';

/** Properties of a viewer of text. */
export interface CodeViewerProps {
  /** What a screen reader calls it. */
  readonly label: string;
  readonly text: string;
  /** For each line the last line of its block, from 0; 0 for none. */
  readonly folds: Int32Array;
  readonly format: CodeFormat;
  readonly wrap: boolean;
  /** Opens the search each time it changes. */
  readonly find: number;
  /** What follows the last line, such as that the text is cut there. */
  readonly end?: string | undefined;
}

const LazyCodeMirrorViewer = lazy(async () => ({
  default: (await import('./code-mirror-viewer.js')).CodeMirrorViewer,
}));

/** Text that is only read, with line numbers, folding and a search; loaded when one is first needed. */
export const CodeViewer = (props: CodeViewerProps) => (
  <Suspense fallback={<p className="quiet">Loading the viewer …</p>}>
    <LazyCodeMirrorViewer {...props} />
  </Suspense>
);
