import type { Auth, Body, ImportDocument, Pair } from '@tandem/core';

import { commented } from './commented.js';
import { createDraft, type Draft } from './draft.js';
import { multipartOf } from './http-multipart.js';
import { splitQuery } from './query.js';
import { pair } from './value.js';

const requestLine = /^(?:([A-Z]+)\s+)?(\S.*?)(?:\s+HTTP\/[\d.]+)?\s*$/;
const isAddress = (text: string): boolean => /^(?:https?:\/\/|\{\{|\/|[\w.-]+(?::\d+)?(?:\/|$))/i.test(text);

interface Block {
  readonly title: string;
  readonly line: number;
  readonly lines: readonly string[];
}

/** The requests of a file are separated by lines that begin with ###. */
const blocksOf = (text: string): readonly Block[] => {
  const blocks: { title: string; line: number; lines: string[] }[] = [{ title: '', line: 1, lines: [] }];
  text.split(/\r?\n/).forEach((line, at) => {
    if (line.startsWith('###'))
      blocks.push({ title: line.replace(/^#+/, '').trim(), line: at + 2, lines: [] });
    else blocks.at(-1)?.lines.push(line);
  });
  return blocks;
};

const authOf = (value: string): Auth | undefined => {
  const [, scheme = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(value) ?? [];
  if (/^bearer$/i.test(scheme)) return { type: 'bearer', token: rest };
  const login = /^(\S+)[:\s]\s*(\S+)$/.exec(rest);
  if (login === null || !/^(?:basic|digest)$/i.test(scheme)) return undefined;
  const [, username = '', password = ''] = login;
  return { type: /^basic$/i.test(scheme) ? 'basic' : 'digest', username, password };
};

const bodyOf = (text: string, type: string): Body => {
  const file = /^<@?\s+(\S+)\s*$/.exec(text)?.[1];
  if (file !== undefined) return { type: 'binary', file, ...(type === '' ? {} : { contentType: type }) };
  if (text === '') return { type: 'none' };
  if (/[/+]json\b/i.test(type)) return { type: 'json', content: text };
  if (/^application\/x-www-form-urlencoded/i.test(type) && !text.includes('{{')) {
    const fields = [...new URLSearchParams(text.replace(/\r?\n/g, ''))];
    return { type: 'form-urlencoded', fields: fields.map(([name, value]) => pair(name, value)) };
  }
  // Lines of a multipart body end with CRLF (RFC 2046, section 5.1).
  const content = /^multipart\//i.test(type) ? `${text.replace(/\r?\n/g, '\r\n')}\r\n` : text;
  return multipartOf(text, type) ?? { type: 'text', content, ...(type === '' ? {} : { contentType: type }) };
};

/** Files that stand within a body, which is sent as it stands here. */
const filesWithin = (body: Body): readonly string[] =>
  body.type === 'json' || body.type === 'text'
    ? body.content.split(/\r?\n/).flatMap((line) => /^<@?\s+(\S+)\s*$/.exec(line)?.[1] ?? [])
    : [];

/** Takes scripts in `{% … %}` and response handlers out of a block. */
const withoutScripts = (
  lines: readonly string[],
): { readonly lines: readonly string[]; readonly scripts: string } => {
  const kept: string[] = [];
  const scripts: string[] = [];
  let isInside = false;
  for (const line of lines) {
    if (!isInside && /^\s*[<>]\s*(?:\{%|\S+\.js\b)/.test(line)) {
      isInside = line.includes('{%') && !line.includes('%}');
      scripts.push(line);
    } else if (isInside) {
      scripts.push(line);
      isInside = !line.includes('%}');
    } else kept.push(line);
  }
  return { lines: kept, scripts: scripts.join('\n') };
};

/** What stands before the request line: variables, the name, comments. */
const readPreamble = (lines: readonly string[], title: string, variables: Map<string, string>) => {
  let name = title;
  let at = 0;
  const notes: string[] = [];
  for (; at < lines.length; at += 1) {
    const text = (lines[at] ?? '').trim();
    const variable = /^@([^\s=]+)\s*=\s*(.*)$/.exec(text);
    const named = /^(?:#|\/\/)\s*@name\s*=?\s*(.+)$/.exec(text);
    if (variable) variables.set(variable[1] ?? '', variable[2] ?? '');
    else if (named) name = (named[1] ?? '').trim();
    else if (/^(?:#|\/\/)/.test(text)) notes.push(text.replace(/^(?:#|\/\/)\s?/, ''));
    else if (text !== '') break;
  }
  return { name, description: notes.join('\n').trim(), at };
};

/** The address from the request line at `from` on, the headers and the body. */
const readMessage = (lines: readonly string[], from: number, target: string) => {
  let address = target;
  let at = from + 1;
  for (; /^\s+[?&/]/.test(lines[at] ?? ''); at += 1) address += (lines[at] ?? '').trim();
  const headers: Pair[] = [];
  for (; at < lines.length && (lines[at] ?? '').trim() !== ''; at += 1) {
    const text = (lines[at] ?? '').trim();
    const colon = text.indexOf(':');
    if (!/^(?:#|\/\/)/.test(text) && colon > 0)
      headers.push(pair(text.slice(0, colon).trim(), text.slice(colon + 1).trim()));
  }
  const body = lines
    .slice(at + 1)
    .join('\n')
    .trim();
  return { address, headers, body };
};

const addBlock = (
  draft: Draft,
  { title, line, lines: given }: Block,
  variables: Map<string, string>,
): void => {
  const { lines, scripts } = withoutScripts(given);
  const { name, description, at } = readPreamble(lines, title, variables);
  const [, method = 'GET', target = ''] = requestLine.exec((lines[at] ?? '').trim()) ?? [];
  if (target === '') return;
  if (!isAddress(target)) {
    draft.leaveOut(`line ${line + at}`, 'it is no request line, such as GET https://api.example.com');
    return;
  }
  const message = readMessage(lines, at, target);
  const { headers } = message;
  const value = (wanted: string): string =>
    headers.find((one) => one.name.toLowerCase() === wanted)?.value ?? '';
  const body = bodyOf(message.body, value('content-type'));
  const auth = authOf(value('authorization'));
  const split = splitQuery(message.address);
  const label = (name === '' ? `${method} ${split.url}` : name).slice(0, 200);
  if (scripts !== '')
    draft.leaveOut(`line ${line}, ${label}`, 'its scripts do not run here; they are a comment in the script');
  for (const file of filesWithin(body))
    draft.leaveOut(
      `line ${line}, ${label}`,
      `the file ${file} within its body; its line is sent as it stands`,
    );
  const isGiven = (one: Pair): boolean =>
    (auth !== undefined && one.name.toLowerCase() === 'authorization') ||
    (one.name.toLowerCase() === 'content-type' && !['none', 'binary'].includes(body.type));
  draft.addRequest({
    kind: 'rest',
    name: label,
    folder: '',
    description,
    method,
    ...split,
    headers: headers.filter((one) => !isGiven(one)),
    body,
    auth: auth ?? { type: 'none' },
    script: scripts === '' ? '' : commented('Scripts of the .http file', scripts),
  });
};

/** A file of HTTP requests, as editors send them (.http, .rest). */
export const readHttpFile = (text: string, why: string, name: string): ImportDocument => {
  const draft = createDraft();
  const variables = new Map<string, string>();
  for (const block of blocksOf(text)) addBlock(draft, block, variables);
  if (variables.size > 0)
    draft.setRoot({ variables: [...variables].map(([key, value]) => pair(key, value)) });
  return draft.finish({ format: 'http', why, name: name.replace(/\.(?:http|rest)$/i, '') || 'Requests' });
};
