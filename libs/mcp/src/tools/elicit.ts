import {
  ApprovalAnswer,
  type Elicit,
  type ElicitPrompts,
  type PendingPrompts,
  type PendingRequest,
} from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

/** A choice between several answers. Its lists are mutable because the SDK's types require that. */
interface Choice {
  readonly type: 'string';
  readonly title: string;
  readonly enum: string[];
  readonly enumNames: string[];
}

/** A field for one line of text. */
interface TextField {
  readonly type: 'string';
  readonly title: string;
  readonly default?: string;
}

/** A question to a client's user, in the format of `elicitation/create`. */
export interface ElicitParams {
  readonly message: string;
  readonly requestedSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, Choice | TextField>>;
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

/** Maximum length of a body in a question, in UTF-16 units, because clients show the question in a small dialog. */
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

/**
 * Creates the function that asks the user of an MCP client about a pending request. It resolves to undefined if the user does not answer.
 */
export const createElicitApproval =
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

const formatForm = ({ requests, prompts }: PendingPrompts): string => {
  const [first, ...others] = requests;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return [
    `Tandem needs ${prompts.length === 1 ? 'a value' : `${prompts.length} values`} before it sends "${first?.name ?? ''}"${more}.`,
    ...(first === undefined ? [] : ['', `${first.method} ${first.url}`]),
  ].join('\n');
};

/** The name of a prompt's field in the form. The prompt's label would not do, because it may contain any characters. */
const getFieldName = (index: number): string => `prompt${index + 1}`;

const createFormSchema = ({ prompts }: PendingPrompts): ElicitParams['requestedSchema'] => ({
  type: 'object',
  properties: Object.fromEntries(
    prompts.map(({ label, default: usual }, index) => [
      getFieldName(index),
      { type: 'string' as const, title: label, ...(usual === undefined ? {} : { default: usual }) },
    ]),
  ),
  required: prompts.flatMap((one, index) => (one.default === undefined ? [getFieldName(index)] : [])),
});

/**
 * Creates the function that asks the user of an MCP client for the answers to prompts. It resolves to undefined if the user does not
 * answer, or if a prompt is hidden, because a client sees what its user types and must not ask for secrets (specification of 2025-06-18,
 * elicitation).
 */
export const createElicitPrompts =
  (send: SendElicitation): ElicitPrompts =>
  async (pending, signal) => {
    if (pending.prompts.some(({ isHidden }) => isHidden)) return undefined;
    const params = { message: formatForm(pending), requestedSchema: createFormSchema(pending) };
    const { action, content = {} } = await send(params, signal);
    if (action === 'decline') return 'denied';
    if (action !== 'accept') return undefined;
    const values = pending.prompts.flatMap(({ label }, index) => {
      const value = getOwnValue(content, getFieldName(index));
      return typeof value === 'string' ? [[label, value] as const] : [];
    });
    return { values: Object.fromEntries(values), isKept: false };
  };

/** Whether a client can ask its user with a form, according to the capabilities that it sent. */
export const canAskByForm = (capabilities: { readonly elicitation?: unknown } | undefined): boolean => {
  const { elicitation } = capabilities ?? {};
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return Object.keys(elicitation).length === 0 || 'form' in elicitation;
};
