import type { LeftOut } from '@tandem/core';

import { read } from '../read.js';

/** An imported document, in the form that rows compare. */
export interface ObservedResult {
  readonly made: unknown;
  readonly leftOut: readonly LeftOut[];
}

interface About {
  /** The construct's name in the format's specification. */
  readonly construct: string;
  readonly input: unknown;
}

/** A construct of a format, and how it is imported. */
export type Row = About &
  (
    | { readonly outcome: 'kept'; readonly makes: object }
    | { readonly outcome: 'changed'; readonly becomes: string; readonly makes: object }
    | { readonly outcome: 'listed'; readonly place: string; readonly what: string }
  );

/** The constructs of one format. */
export interface Format {
  readonly name: string;
  readonly specification: string;
  /** Creates the document around a row's input. */
  readonly read: (input: unknown) => ObservedResult;
  readonly rows: readonly Row[];
}

export const createKeptRow = (construct: string, input: unknown, makes: object): Row => ({
  ...{ construct, outcome: 'kept', input, makes },
});

export const createChangedRow = (construct: string, becomes: string, input: unknown, makes: object): Row => ({
  ...{ construct, outcome: 'changed', becomes, input, makes },
});

export const createListedRow = (construct: string, input: unknown, place: string, what: string): Row => ({
  ...{ construct, outcome: 'listed', input, place, what },
});

/** Reads a document. `request` is its first request, and `folder` its first folder below the root. */
export const readWhole = (input: unknown, format?: 'curl' | 'http'): ObservedResult => {
  const document = read(input as string | object, format === undefined ? {} : { format });
  const { requests, folders, environments, leftOut } = document;
  const made = {
    name: document.name,
    requests,
    folders,
    environments,
    request: requests[0],
    root: folders.find(({ path }) => path === ''),
    folder: folders.find(({ path }) => path !== ''),
  };
  return { made, leftOut };
};

const formatCell = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('*', '\\*')
    .replaceAll('<', '&lt;')
    .replaceAll('\n', ' ');

const formatOutcome = (row: Row): string => {
  switch (row.outcome) {
    case 'kept':
      return 'kept';
    case 'changed':
      return `changed: ${formatCell(row.becomes)}`;
    case 'listed':
      return `listed: ${formatCell(`${row.place}: ${row.what}`)}`;
  }
};

const formatSection = ({ name, specification, rows }: Format): readonly string[] => [
  ...['', `## ${name}`, '', `Specification: <${specification}>`, ''],
  ...['| construct | what becomes of it |', '| --- | --- |'],
  ...rows.map((row) => `| ${formatCell(row.construct)} | ${formatOutcome(row)} |`),
];

/** Formats the page that lists how each construct of each format is imported. */
export const formatPage = (formats: readonly Format[]): string =>
  [
    '# What imports keep',
    '',
    'Made from the rows that `libs/import/src/coverage.spec.ts` tests; run it with `-u` to write it again. A construct is _kept_, _changed_ into what',
    'is said here, or _listed_ by the import among what it left out: the line is an example, with its place first.',
    ...formats.flatMap(formatSection),
    '',
  ].join('\n');
