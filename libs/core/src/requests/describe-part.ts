import type { SentPart } from '../executions/stored-execution.js';

type DescribedPart = Omit<SentPart, 'name'>;

/** Describes a form part for a person: its value or file, and how it is sent. */
export const describePart = ({
  value,
  isFile,
  filename,
  contentType,
  headers = [],
}: DescribedPart): string => {
  const details = [
    ...(filename === undefined ? [] : [`as the file “${filename}”`]),
    ...(contentType === undefined || contentType === '' ? [] : [contentType]),
    ...headers.map((one) => `${one.name}: ${one.value}`),
  ];
  const content = isFile ? `the file ${value}` : value;
  return details.length === 0 ? content : `${content} (${details.join(', ')})`;
};
