import { Bot } from 'lucide-react';

/** Marks a request where agents are. */
export const AgentMark = ({ words }: { readonly words: string | undefined }) =>
  words === undefined ? null : (
    <span className="agent-mark" role="img" aria-label={words} title={words}>
      <Bot className="k-icon" aria-hidden="true" />
    </span>
  );
