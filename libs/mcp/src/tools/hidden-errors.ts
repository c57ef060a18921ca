import type { Hide } from '../catalogue/catalogue.js';

interface ErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

const isError = (frame: object): frame is { readonly error: ErrorBody } =>
  'error' in frame && typeof (frame.error as Partial<ErrorBody> | null)?.message === 'string';

const redactErrorBody = async (hide: Hide, { code, message, data }: ErrorBody): Promise<ErrorBody> => {
  try {
    const shown = await hide([message, data]);
    return { code, message: String(shown[0]), ...(data === undefined ? {} : { data: shown[1] }) };
  } catch {
    return {
      code,
      message: 'The request is invalid. Details are hidden because the stored secrets cannot be read',
    };
  }
};

/** Redacts secrets in an error before it is sent, because its message may quote parts of the request. */
export const hideErrorSecrets = async <Frame extends object>(
  hide: Hide | undefined,
  frame: Frame,
): Promise<Frame> =>
  hide === undefined || !isError(frame)
    ? frame
    : { ...frame, error: await redactErrorBody(hide, frame.error) };
