import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';

import { usePanelState } from '../shell/panel-state.js';
import '../style/environments.css';

/** The titles of the sections below the variables. */
export type SectionTitle =
  'Where secrets may go' | 'Guard' | 'Base environment' | 'Description' | 'External values';

/**
 * Returns whether a section is open, and sets it. All environments share this state, because a person often looks through them one by one.
 * @param owner distinguishes sections with one title that are shown together
 */
export const useOpenSection = (title: SectionTitle, owner = '') =>
  usePanelState(`environment section ${title}${owner}`, () => false);

interface Props {
  readonly title: SectionTitle;
  /** The content of the section in a few words, shown while the section is closed. */
  readonly summary: ReactNode;
  readonly badge?: ReactNode;
  /** Whether the section contains something that waits for a person. It then opens by itself. */
  readonly isUrgent?: boolean;
  /** Distinguishes the section from sections with the same title that are shown at the same time. */
  readonly owner?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A part of an environment that is needed less often than the variables. It is folded into one line, which
 * opens on a click.
 */
export const FoldedSection = ({ title, summary, badge, isUrgent = false, owner, children }: Props) => {
  const [isOpen, setIsOpen] = useOpenSection(title, owner);
  useEffect(() => {
    if (isUrgent) setIsOpen(true);
  }, [isUrgent]);
  return (
    <details className="folded" open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <ChevronRight className="k-icon" aria-hidden="true" />
        <span className="folded-title">{title}</span>
        {badge}
        {!isOpen && <span className="quiet words">{summary}</span>}
      </summary>
      <div className="stack">{children}</div>
    </details>
  );
};
