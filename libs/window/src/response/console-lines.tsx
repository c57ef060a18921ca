import type { LogLine } from '@tandem/core';

/** What a script logged, each line with the handler that did. */
export const ConsoleLines = ({ logs }: { readonly logs: readonly LogLine[] }) => (
  <ol className="console">
    {logs.map(({ level, message, handler }, index) => (
      <li key={index} data-level={level}>
        <span className="quiet">{handler}</span> <span>{message}</span>
      </li>
    ))}
  </ol>
);
