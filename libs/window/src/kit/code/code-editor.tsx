import type { GraphQLSchema } from 'graphql';
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
  /** Shown after the last line, such as a note that the text is truncated. */
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

/** What a text is written in. */
export type Language = 'json' | 'javascript' | 'xml' | 'graphql' | 'text';

/** What an editor of GraphQL knows of the server, and what it marks. */
export interface GraphqlHelp {
  readonly schema: GraphQLSchema | undefined;
  readonly problems: (
    document: string,
  ) => readonly { readonly from: number; readonly to: number; readonly message: string }[];
}

/** Properties of a text editor. */
export interface CodeEditorProps {
  /** What a screen reader calls it. */
  readonly label: string;
  readonly value: string;
  readonly language: Language;
  /** Absent for a text that is only read. */
  readonly onChange?: (value: string) => void;
  /** Whether the text is a script, in which the names of scripts are offered and no variables are filled in. */
  readonly isScript?: boolean;
  /** For GraphQL: its schema and its marks. */
  readonly graphql?: GraphqlHelp | undefined;
  /** The character at which the text is wrong; it is marked. */
  readonly faultAt?: number | undefined;
  /** The character where the cursor is wanted, with the focus; undefined when it is not. */
  readonly cursor?: number | undefined;
  /** Told when the cursor is there. */
  readonly onCursor?: () => void;
}

const LazyCodeMirror = lazy(async () => ({ default: (await import('./code-mirror.js')).CodeMirror }));

/** A text editor that is loaded when one is first needed. */
export const CodeEditor = (props: CodeEditorProps) => (
  <Suspense fallback={<p className="quiet">Loading the editor …</p>}>
    <LazyCodeMirror {...props} />
  </Suspense>
);
