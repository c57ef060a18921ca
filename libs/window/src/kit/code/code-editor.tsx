import { Suspense } from 'react';

import { lazy } from '../../served/lazy.js';
import type { CodeDiffProps } from './code-mirror-diff.js';
import type { CodeViewerProps } from './code-mirror-viewer.js';
import type { CodeEditorProps } from './code-mirror.js';

const LazyCodeMirrorViewer = lazy(async () => ({
  default: (await import('./code-mirror-viewer.js')).CodeMirrorViewer,
}));

/** Shows read-only text with line numbers, folding and a search. Loaded on first use. */
export const CodeViewer = (props: CodeViewerProps) => (
  <Suspense fallback={<p className="quiet">Loading the viewer …</p>}>
    <LazyCodeMirrorViewer {...props} />
  </Suspense>
);

const LazyCodeMirrorDiff = lazy(async () => ({
  default: (await import('./code-mirror-diff.js')).CodeMirrorDiff,
}));

/** Shows the difference of two texts, with removed and added lines marked. Loaded on first use. */
export const CodeDiff = (props: CodeDiffProps) => (
  <Suspense fallback={<p className="quiet">Loading the comparison …</p>}>
    <LazyCodeMirrorDiff {...props} />
  </Suspense>
);

const LazyCodeMirror = lazy(async () => ({ default: (await import('./code-mirror.js')).CodeMirror }));

/** A text editor. Loaded on first use. */
export const CodeEditor = (props: CodeEditorProps) => (
  <Suspense fallback={<p className="quiet">Loading the editor …</p>}>
    <LazyCodeMirror {...props} />
  </Suspense>
);
