import type { GraphQLSchema } from 'graphql';
import { Suspense } from 'react';

import { lazy } from '../../served/lazy.js';

/** The languages with syntax highlighting. */
export type CodeFormat = 'json' | 'xml' | 'html' | 'css' | 'javascript' | 'text';

/** Properties of a text viewer. */
export interface CodeViewerProps {
  /** The name for screen readers. */
  readonly label: string;
  readonly text: string;
  /** For each line the last line of its block, zero-based; 0 for none. */
  readonly folds: Int32Array;
  readonly format: CodeFormat;
  readonly wrap: boolean;
  /** Opens the search each time it changes. */
  readonly find: number;
  /** Shown after the last line, such as a note that the text is truncated. */
  readonly end?: string | undefined;
}

const LazyCodeMirrorViewer = lazy(async () => ({
  default: (await import('./code-mirror-viewer.js')).CodeMirrorViewer,
}));

/** Read-only text with line numbers, folding and a search; loaded when first needed. */
export const CodeViewer = (props: CodeViewerProps) => (
  <Suspense fallback={<p className="quiet">Loading the viewer …</p>}>
    <LazyCodeMirrorViewer {...props} />
  </Suspense>
);

/** Properties of a comparison. */
export interface CodeDiffProps {
  /** The name for screen readers. */
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const LazyCodeMirrorDiff = lazy(async () => ({
  default: (await import('./code-mirror-diff.js')).CodeMirrorDiff,
}));

/** Two texts as one, with removed and added lines marked; loaded when first needed. */
export const CodeDiff = (props: CodeDiffProps) => (
  <Suspense fallback={<p className="quiet">Loading the comparison …</p>}>
    <LazyCodeMirrorDiff {...props} />
  </Suspense>
);

/** The language of a text. */
export type Language = 'json' | 'javascript' | 'xml' | 'graphql' | 'text';

/** The schema of a GraphQL editor, and its marks. */
export interface GraphqlHelp {
  readonly schema: GraphQLSchema | undefined;
  readonly problems: (
    document: string,
  ) => readonly { readonly from: number; readonly to: number; readonly message: string }[];
}

/** Properties of a text editor. */
export interface CodeEditorProps {
  /** The name for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly language: Language;
  /** Absent for read-only text. */
  readonly onChange?: (value: string) => void;
  /** Whether the text is a script, which completes script names and does not replace variables. */
  readonly isScript?: boolean;
  /** For GraphQL: its schema and its marks. */
  readonly graphql?: GraphqlHelp | undefined;
  /** The character at which the text is invalid; it is marked. */
  readonly faultAt?: number | undefined;
  /** The character to move the cursor and the focus to; undefined for none. */
  readonly cursor?: number | undefined;
  /** Called when the cursor is there. */
  readonly onCursor?: () => void;
}

const LazyCodeMirror = lazy(async () => ({ default: (await import('./code-mirror.js')).CodeMirror }));

/** A text editor, loaded when first needed. */
export const CodeEditor = (props: CodeEditorProps) => (
  <Suspense fallback={<p className="quiet">Loading the editor …</p>}>
    <LazyCodeMirror {...props} />
  </Suspense>
);
