import { randomBytes } from 'node:crypto';

import { toVisibleJson, toVisibleText } from '@tandem/core';

import { changeAtPath, fenceText, findUntrustedPaths, getAtPath } from './untrusted.js';

type Value = Readonly<Record<string, unknown>>;

/** Minimum length of a text that becomes a block of its own, in UTF-16 units. Shorter texts are easy to read in the JSON. */
const minBlockLength = 1_000;

/** The paths of texts that a model should see without JSON's escapes: scripts, GraphQL documents and schemas, diffs, reports, exports. */
const textPaths = [
  'script',
  'query',
  'foreign.beforeRequest',
  'foreign.afterResponse',
  'foreign.tests',
  'request.script',
  'request.query',
  'folder.script',
  'diff',
  'sdl',
  'text',
] as const;

/** Whether a text becomes a block. A text with invisible characters stays in the JSON, where they are escaped and therefore visible. */
const isBlock = (text: unknown): text is string =>
  typeof text === 'string' && text.length >= minBlockLength && toVisibleText(text) === text;

/**
 * Converts a result to text blocks: first the complete JSON, then each long text, in place of which the JSON contains the number of its
 * block, from 1. Text from a server or a script is enclosed by two lines with a random number.
 */
export const toResultBlocks = (tool: string, value: Value): readonly string[] => {
  const untrusted = findUntrustedPaths(tool, value);
  const marked = untrusted.length === 0 ? value : { ...value, untrusted };
  const texts = textPaths.flatMap((path) => {
    const text = getAtPath(value, path.split('.'));
    return isBlock(text) ? [{ path, text }] : [];
  });
  const json = texts.reduce<unknown>(
    (all, { path, text }, index) =>
      changeAtPath(all, path.split('.'), () => ({ block: index + 2, size: Buffer.byteLength(text) })),
    marked,
  );
  const isUntrusted = (path: string): boolean =>
    untrusted.some((one) => path === one || path.startsWith(`${one}.`));
  return [
    toVisibleJson(json),
    ...texts.map(({ path, text }) =>
      isUntrusted(path) ? fenceText(randomBytes(6).toString('hex'), text) : text,
    ),
  ];
};
