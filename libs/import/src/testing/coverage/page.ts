import type { Format, Row } from './row.js';

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

/** The page that lists what importers do with each construct of each format. */
export const formatPage = (formats: readonly Format[]): string =>
  [
    '# What imports keep',
    '',
    'Made from the rows that `libs/import/src/coverage.spec.ts` tests; run it with `-u` to write it again. A construct is _kept_, _changed_ into what',
    'is said here, or _listed_ by the import among what it left out: the line is an example, with its place first.',
    ...formats.flatMap(formatSection),
    '',
  ].join('\n');
