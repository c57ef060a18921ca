import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { GraphQLSchema } from 'graphql';
import { completion, graphqlLanguageSupport, stateExtensions } from 'cm6-graphql';

/** The schema for a GraphQL editor, and the problems that it marks. */
export interface GraphqlHelp {
  readonly schema: GraphQLSchema | undefined;
  readonly problems: (
    document: string,
  ) => readonly { readonly from: number; readonly to: number; readonly message: string }[];
}

/** How long typing must pause before the document is checked, in milliseconds. */
const checkDelayMs = 300;

/** Marks errors after a pause in typing. */
const markProblems = (problems: GraphqlHelp['problems']): Extension =>
  ViewPlugin.fromClass(
    class {
      private timer: ReturnType<typeof setTimeout> | undefined;
      constructor(view: EditorView) {
        this.plan(view);
      }
      update({ docChanged, view }: ViewUpdate): void {
        if (docChanged) this.plan(view);
      }
      destroy(): void {
        clearTimeout(this.timer);
      }
      private plan(view: EditorView): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
          const found = problems(view.state.doc.toString());
          const shown = found.map((problem): Diagnostic => ({ ...problem, severity: 'error' }));
          view.dispatch(setDiagnostics(view.state, shown));
        }, checkDelayMs);
      }
    },
  );

/** Highlights and completes GraphQL, and marks its errors. Fields are only completed if a schema is loaded. */
export const createGraphqlSupport = (help: GraphqlHelp | undefined): Extension => [
  graphqlLanguageSupport(),
  completion,
  stateExtensions(help?.schema),
  markProblems(help?.problems ?? (() => [])),
];
