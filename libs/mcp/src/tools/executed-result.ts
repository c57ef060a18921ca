import type { ExecutionId } from '@tandem/core';

interface Test {
  readonly name: string;
  readonly suite?: readonly string[];
  readonly status: string;
  readonly error?: { readonly message: string } | null;
}

interface ExecutedError {
  readonly code: string;
  readonly message: string;
}

interface Handler {
  readonly error: ExecutedError | null;
}

/** The parts of an execution's result that its shortened forms contain. */
export interface ExecutedResult {
  readonly executionId: ExecutionId;
  readonly response: {
    readonly status: number;
    readonly time: number;
    readonly size: number;
    readonly bodyType: string;
    readonly textBody: string | null;
    readonly headers?: Readonly<Record<string, string>>;
    readonly bodyTruncated?: boolean;
  } | null;
  readonly error: ExecutedError | null;
  readonly lifecycle: {
    readonly preRequest: Handler;
    readonly postResponse: Handler;
    readonly tests: { readonly summary: Handler; readonly results: readonly Test[] };
  };
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
  readonly logs: readonly { readonly level: string; readonly message: string }[];
  readonly selected?: readonly unknown[];
}

/** Whether a value is the complete result of an execution. */
export const isExecuted = (value: unknown): value is ExecutedResult =>
  typeof value === 'object' && value !== null && 'lifecycle' in value && 'executionId' in value;

/** The handlers that failed, by their names in scripts. */
export const findFailedHandlers = ({
  lifecycle,
}: Pick<ExecutedResult, 'lifecycle'>): Readonly<Record<string, ExecutedError>> => {
  const { preRequest, postResponse, tests } = lifecycle;
  const all = { onRequest: preRequest.error, onResponse: postResponse.error, onTest: tests.summary.error };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, error]) => (error === null ? [] : [[name, error]])),
  );
};

/** The name of a test after the names of its suites. */
export const formatTestName = ({ suite = [], name }: Pick<Test, 'suite' | 'name'>): string =>
  [...suite, name].join(' › ');
