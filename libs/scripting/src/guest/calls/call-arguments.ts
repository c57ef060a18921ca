import type { ScriptCall } from '@tandem/core';

import { toEnabledPair } from '../enabled-pair.js';
import { GuestHeaders, type HeadersInit } from '../web/headers.js';
import { toUrlText } from '../response.js';
import { show } from '../tests/show.js';

type Send = Extract<ScriptCall, { kind: 'send' }>;
type Execute = Extract<ScriptCall, { kind: 'execute' }>;

/** What a call sends, without the guest's additions. */
export type SendArguments = Omit<Send, 'kind' | 'changes'>;
export type ExecuteArguments = Omit<Execute, 'kind' | 'changes'>;

type CallInput = Readonly<Record<string, unknown>>;

const sendFields = [
  ...['url', 'method', 'headers', 'body', 'json', 'form', 'auth', 'timeoutMs', 'followRedirects'],
];
const executeFields = ['variables'];

const checkFields = (call: string, given: unknown, known: readonly string[]): CallInput => {
  if (typeof given !== 'object' || given === null) throw new TypeError(`${call}, not ${show(given)}`);
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) throw new TypeError(`${call} with ${known.join(', ')}, not ${name}`);
  }
  return given as CallInput;
};

const toJsonText = (value: unknown): string => {
  const text: unknown = JSON.stringify(value);
  if (typeof text === 'string') return text;
  throw new TypeError('send takes a json that can be converted to JSON');
};

const toFormBody = (form: unknown): Send['body'] => {
  if (typeof form !== 'object' || form === null)
    throw new TypeError('send takes a form that is an object, or a list of [name, value]');
  const entries = Symbol.iterator in form ? [...(form as Iterable<unknown[]>)] : Object.entries(form);
  const fields = entries.map(([name, value]) => [String(name), String(value)] as const);
  return { type: 'form-urlencoded', fields: fields.map(toEnabledPair) };
};

const toSendBody = ({ body, json, form }: CallInput): Send['body'] => {
  const given = [body ?? undefined, json, form].filter((one) => one !== undefined);
  if (given.length > 1) throw new TypeError('send takes one of body, json and form, not several');
  if (json !== undefined) return { type: 'json', content: toJsonText(json) };
  if (form !== undefined) return toFormBody(form);
  if (body === undefined || body === null) return { type: 'none' };
  if (typeof body === 'string') return { type: 'text', content: body };
  throw new TypeError('send takes a body that is a string; use json for a value, or form for fields');
};

const toMethod = (method: unknown): string => {
  if (method === undefined) return 'GET';
  if (typeof method === 'string') return method;
  throw new TypeError(`send takes a method that is a string, not ${show(method)}`);
};

/** The arguments of `send`: a URL, or an object. */
export const sendArguments = (given: unknown): SendArguments => {
  const isUrl = typeof given === 'string' || (typeof given === 'object' && given !== null && 'href' in given);
  const call = 'send takes a URL or an object';
  const fields = isUrl ? { url: given } : checkFields(call, given, sendFields);
  const { url, method, headers, auth, timeoutMs, followRedirects } = fields;
  if (url === undefined) throw new TypeError('send takes an object with a url');
  return {
    url: toUrlText(url, 'send takes a url that is'),
    method: toMethod(method),
    headers: GuestHeaders.toList(new GuestHeaders(headers as HeadersInit | undefined)).map(toEnabledPair),
    body: toSendBody(fields),
    ...(auth === undefined ? {} : { auth: auth as NonNullable<Send['auth']> }),
    ...(timeoutMs === undefined ? {} : { timeoutMs: timeoutMs as NonNullable<Send['timeoutMs']> }),
    ...(followRedirects === undefined ? {} : { followRedirects: followRedirects as boolean }),
  };
};

/** The arguments of `execute`: a request's name, path or id, and its execution options. */
export const executeArguments = (request: unknown, options: unknown = {}): ExecuteArguments => {
  if (typeof request !== 'string' || request.trim() === '')
    throw new TypeError('execute takes the name, the path or the id of a request');
  const { variables } = checkFields('execute takes an object as its second argument', options, executeFields);
  return {
    request,
    ...(variables === undefined ? {} : { variables: variables as Readonly<Record<string, unknown>> }),
  };
};
