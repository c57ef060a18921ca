import type { Format, Row } from './row.js';

const cell = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll('*', '\\*')
    .replaceAll('<', '&lt;')
    .replaceAll('\n', ' ');

const outcomeOf = (row: Row): string => {
  switch (row.outcome) {
    case 'kept':
      return 'kept';
    case 'changed':
      return `changed: ${cell(row.becomes)}`;
    case 'listed':
      return `listed: ${cell(`${row.place}: ${row.what}`)}`;
  }
};

const sectionOf = ({ name, specification, rows }: Format): readonly string[] => [
  ...['', `## ${name}`, '', `Specification: <${specification}>`, ''],
  ...['| construct | what becomes of it |', '| --- | --- |'],
  ...rows.map((row) => `| ${cell(row.construct)} | ${outcomeOf(row)} |`),
];

/** The page that lists what importers do with each construct of each format. */
export const pageOf = (formats: readonly Format[]): string =>
  [
    '# What imports keep',
    '',
    'Made from the rows that `libs/import/src/coverage.spec.ts` tests; run it with `-u` to write it again. A construct is _kept_, _changed_ into what',
    'is said here, or _listed_ by the import among what it left out: the line is an example, with its place first.',
    ...formats.flatMap(sectionOf),
    '',
  ].join('\n');
