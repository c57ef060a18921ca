import { ApprovalAnswer, type Elicit, type PendingRequest } from '@tandem/core';

/** One of several answers, with the mutable lists that the SDK's types ask for. */
interface Choice {
  readonly type: 'string';
  readonly title: string;
  readonly enum: string[];
  readonly enumNames: string[];
}

/** A question to a client's user, in the format of `elicitation/create`. */
export interface ElicitParams {
  readonly message: string;
  readonly requestedSchema: {
    readonly type: 'object';
    readonly properties: { readonly answer: Choice };
    readonly required: string[];
  };
}

/** The answer of a client's user. */
export interface ElicitationAnswer {
  readonly action: string;
  readonly content?: Readonly<Record<string, unknown>> | undefined;
}

/** Asks the user of a client. Rejects if the client cannot be reached. */
export type SendElicitation = (params: ElicitParams, signal: AbortSignal) => Promise<ElicitationAnswer>;

/** Maximum length of a body in the question, in UTF-16 units. Clients show it in a small dialog. */
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
  const answer: Choice = {
    type: 'string',
    title: 'Answer',
    enum: answers,
    enumNames: answers.map((one) => titles[one]),
  };
  return { type: 'object', properties: { answer }, required: ['answer'] };
};

/** Asks the user of an MCP client about a waiting request; undefined if they did not answer. */
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

/** Whether a client can ask its user with a form, according to its reported capabilities. */
export const canAskByForm = (capabilities: { readonly elicitation?: unknown } | undefined): boolean => {
  const { elicitation } = capabilities ?? {};
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return Object.keys(elicitation).length === 0 || 'form' in elicitation;
};
