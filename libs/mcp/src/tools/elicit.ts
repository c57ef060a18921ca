import { ApprovalAnswer, type Elicit, type PendingRequest } from '@tandem/core';

/** What a client's user is asked, in the form of `elicitation/create`. */
export interface ElicitParams {
  readonly message: string;
  readonly requestedSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<'answer', object>>;
    readonly required: readonly ['answer'];
  };
}

/** What a client's user said. */
export interface ElicitationAnswer {
  readonly action: string;
  readonly content?: Readonly<Record<string, unknown>> | undefined;
}

/** Asks the user of a client; rejects if it cannot be reached. */
export type SendElicitation = (params: ElicitParams, signal: AbortSignal) => Promise<ElicitationAnswer>;

/** How much of a body the question has, in UTF-16 units: clients show it in a small dialog. */
const maxBodyPreviewLength = 1_000;

const titles: Readonly<Record<ApprovalAnswer, string>> = {
  once: 'Allow once',
  session: 'Allow this request for this session',
  deny: 'Deny',
};

const formatMessage = ({
  method,
  url,
  headers,
  body,
  bodyBytes,
  environment,
  request,
}: PendingRequest): string =>
  [
    `Send this with the environment "${environment.name}"? Tandem asks before it sends the request "${request.name}".`,
    '',
    `${method} ${url}`,
    ...headers.map(({ name, value }) => `${name}: ${value}`),
    ...(body === null || body === '' ? [] : ['', body.slice(0, maxBodyPreviewLength)]),
    ...(bodyBytes > 0 && (body?.length ?? 0) > maxBodyPreviewLength ? [`(${bodyBytes} bytes)`] : []),
  ].join('\n');

const createAnswerSchema = ({ hasSession }: PendingRequest): ElicitParams['requestedSchema'] => {
  const answers = (['once', 'session', 'deny'] as const).filter((one) => hasSession || one !== 'session');
  const answer = {
    type: 'string',
    title: 'Answer',
    enum: answers,
    enumNames: answers.map((one) => titles[one]),
  };
  return { type: 'object', properties: { answer }, required: ['answer'] };
};

/** Asks the user of an MCP client about a request that waits; undefined if they did not say. */
export const elicitWith =
  (send: SendElicitation): Elicit =>
  async (waiting, signal) => {
    const { action, content } = await send(
      { message: formatMessage(waiting), requestedSchema: createAnswerSchema(waiting) },
      signal,
    );
    if (action === 'decline') return 'deny';
    const answer = content?.answer;
    return action === 'accept' && ApprovalAnswer.is(answer) ? answer : undefined;
  };

/** Whether a client asks its user by a form, by the capabilities that it reported. */
export const canAskByForm = (capabilities: { readonly elicitation?: unknown } | undefined): boolean => {
  const { elicitation } = capabilities ?? {};
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return Object.keys(elicitation).length === 0 || 'form' in elicitation;
};
