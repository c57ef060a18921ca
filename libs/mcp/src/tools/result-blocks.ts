import { randomBytes } from 'node:crypto';

import { toVisibleJson, toVisibleText } from '@tandem/core';

import { changeAtPath, fenceText, findUntrustedPaths, getAtPath } from './untrusted.js';

type Value = Readonly<Record<string, unknown>>;

/** A longer text is a block of its own, in UTF-16 units. A shorter one is as easy to read in the JSON. */
const minBlockLength = 1_000;

/** The results' texts that a model reads as they are: scripts, GraphQL documents and schemas, diffs, reports, exports. */
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

/**
 * Whether a text becomes a block. One with invisible characters stays in the JSON, whose escapes show them and still
 * parse to the same text.
 */
const isBlock = (text: unknown): text is string =>
  typeof text === 'string' && text.length >= minBlockLength && toVisibleText(text) === text;

/**
 * A result as text blocks: the complete JSON, then each long text. The JSON names the block of such a text by its
 * position, beginning with 1. Text from a server or a script is placed between two lines with a number that is
 * generated for it.
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
