import type { LogLine } from '@tandem/core';

/** Shows the lines that scripts have logged, each with its handler. */
export const ConsoleLines = ({ logs }: { readonly logs: readonly LogLine[] }) => (
  <ol className="console">
    {logs.map(({ level, message, handler }, index) => (
      <li key={index} data-level={level}>
        <span className="quiet">{handler}</span> <span>{message}</span>
      </li>
    ))}
  </ol>
);

/** Lists diagnostics: messages that are worth knowing although nothing failed. */
export const Warnings = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <ul className="diagnostics" aria-label="Warnings">
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  );
