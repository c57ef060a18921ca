import {
  type AppError,
  type AppResult,
  type Diagnostic,
  type ExecutionCall,
  type ExecutionResult,
  createInvalidInput,
  type Ports,
} from '@tandem/core';
import { isTooDeep } from '@tandem/core/codec';
import { E, pipe, TE } from '@tandem/core/fp';

/** Maximum length of the JSON text that one selection returns, in UTF-16 units. */
const maxSelectedLength = 256 * 1024;

/** The values that a JSONPath selects from a body. */
export const selectFrom = (ports: Ports, path: string, bytes: Uint8Array): AppResult<readonly unknown[]> =>
  pipe(
    ports.jsonPath.select(path, bytes, maxSelectedLength),
    TE.filterOrElse(
      (selected) => !isTooDeep(selected),
      () =>
        createInvalidInput('select', 'selects values that are nested too deeply; use offset and length', {
          expected: 'less deeply nested values',
          got: path,
        }),
    ),
  );

const anyJson = new TextEncoder().encode('{}');

/** Refuses a `select` that is not a JSONPath before anything is sent. */
export const validateSelect = <I extends Pick<ExecutionCall, 'select'>>(
  ports: Ports,
  input: I,
): AppResult<I> =>
  input.select === undefined
    ? TE.right(input)
    : pipe(
        ports.jsonPath.select(input.select, anyJson, maxSelectedLength),
        TE.map(() => input),
      );

const note = (message: string): Diagnostic => ({ code: 'SELECT_FAILED', message, where: 'select' });

const getErrorMessage = (error: AppError): string =>
  error.kind === 'invalid-input' ? error.issues.map(({ message }) => message).join('; ') : 'select failed';

/**
 * What `select` selects from a result with its whole text. The request was already sent, so a failure is a
 * diagnostic.
 */
export const selectFromBody = async (
  ports: Ports,
  { select }: Pick<ExecutionCall, 'select'>,
  { response }: ExecutionResult,
): Promise<{ readonly selected?: readonly unknown[]; readonly notes: readonly Diagnostic[] }> => {
  if (select === undefined || response === null) return { notes: [] };
  const text = response.textBody ?? '';
  const outcome = await selectFrom(ports, select, new TextEncoder().encode(text))();
  return E.isRight(outcome)
    ? { selected: outcome.right, notes: [] }
    : { notes: [note(getErrorMessage(outcome.left))] };
};
