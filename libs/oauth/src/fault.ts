import { type ExecutionFault, type FaultCode, guardRefusals, type SendFailure } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';
import * as oauth from 'oauth4webapi';

/** An error with the fault that the caller gets. This library throws it and converts it at its edge. */
export class OAuthFailure extends Error {
  readonly fault: ExecutionFault;
  constructor(fault: ExecutionFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Creates an AUTH_FAILED fault whose message says what to do. */
export const createAuthFailure = (
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): OAuthFailure => new OAuthFailure({ code: 'AUTH_FAILED', message, details });

const retainedCodes: readonly FaultCode[] = ['CANCELLED', 'BUSY', ...guardRefusals];

/** Creates the failure of a request to an authorization server that got no response. */
export const createSendFailure = ({ fault }: SendFailure, url: string): OAuthFailure =>
  retainedCodes.includes(fault.code)
    ? new OAuthFailure(fault)
    : createAuthFailure(
        `No token, because the authorization server at ${url} could not be asked: ${fault.message}`,
        {
          url,
          cause: fault.code,
        },
      );

/** Advice for the person who configured the client, by the error codes of the standards (RFC 6749, section 5.2; RFC 8628, section 3.5). */
const advice: Readonly<Record<string, string>> = {
  invalid_client: 'Check the client ID, the client secret and how the client authenticates.',
  invalid_grant:
    'Check the user name and password, or get a new token: the code or refresh token is no longer valid.',
  invalid_scope: 'Check the scope.',
  unauthorized_client: 'This client may not use this grant at the server.',
  unsupported_grant_type: 'Choose a grant that the server supports.',
  access_denied: 'Whoever was asked has refused.',
  expired_token: 'Nobody entered the code in time. Get a token again.',
};

const createServerRefusal = (
  error: string,
  description: string | undefined,
  status: number,
  url: string,
): OAuthFailure =>
  createAuthFailure(
    [
      `The authorization server at ${url} refused with ${error}${description === undefined ? '' : ` (${description})`}.`,
      getOwnValue(advice, error),
    ]
      .filter((part) => part !== undefined)
      .join(' '),
    { error, ...(description === undefined ? {} : { error_description: description }), status, url },
  );

/** The error code of the standard in a response; undefined for any other error. */
export const getOAuthErrorCode = (error: unknown): string | undefined =>
  error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError
    ? error.error
    : undefined;

/** Converts any error that occurred while a token was fetched from `url` to a fault. */
export const toTokenFault = (error: unknown, url: string): ExecutionFault => {
  if (error instanceof OAuthFailure) return error.fault;
  if (error instanceof oauth.ResponseBodyError)
    return createServerRefusal(error.error, error.error_description, error.status, url).fault;
  if (error instanceof oauth.AuthorizationResponseError)
    return createServerRefusal(error.error, error.error_description ?? undefined, 302, url).fault;
  const why = error instanceof Error ? error.message : String(error);
  return createAuthFailure(`The authorization server at ${url} gave no usable token: ${why}.`, { url }).fault;
};
