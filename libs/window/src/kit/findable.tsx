import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { IconButton } from './button.js';

/** Maximum number of matches that a search counts. */
export const maxMatches = 1_000;

/** Formats the position of the current match and the number of matches; the position is 0 if no match is current. */
export const formatMatchCount = (count: number, at: number, max = maxMatches): string => {
  if (count > max) return `${at > 0 ? `${at} of more` : 'More'} than ${max.toLocaleString()} matches`;
  if (count === 0) return 'No match';
  if (at > 0) return `${at} of ${count}`;
  return count === 1 ? '1 match' : `${count} matches`;
};

/** The highlight names with which `content.css` colors all matches and the current one. */
const highlights = { all: 'found', chosen: 'found-now' } as const;

/**
 * Lists the text nodes of an element, grouped by parent. A match may not cross groups, for example from one cell to the
 * next.
 */
const listTexts = (root: Node): readonly (readonly Text[])[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[][] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const last = texts.at(-1);
    if (last?.[0]?.parentNode === node.parentNode) last.push(node as Text);
    else texts.push([node as Text]);
  }
  return texts;
};

/** Finds the text node and the offset in it for a character of consecutive text nodes. */
const findTextPosition = (texts: readonly Text[], at: number): readonly [Text, number] | undefined => {
  let rest = at;
  for (const text of texts) {
    if (rest <= text.length) return [text, rest];
    rest -= text.length;
  }
  return undefined;
};

const createRange = (texts: readonly Text[], from: number, to: number): Range | undefined => {
  const [start, end] = [findTextPosition(texts, from), findTextPosition(texts, to)];
  if (start === undefined || end === undefined) return undefined;
  const range = document.createRange();
  range.setStart(...start);
  range.setEnd(...end);
  return range;
};

/** Finds the matches of a text in an element, ignoring case. Stops one match above the maximum that is counted. */
const findMatches = (root: Node, sought: string): readonly Range[] => {
  const wanted = sought.toLowerCase();
  const found: Range[] = [];
  if (wanted === '') return found;
  for (const texts of listTexts(root)) {
    const whole = texts.map(({ data }) => data.toLowerCase()).join('');
    for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + wanted.length)) {
      const range = createRange(texts, at, at + wanted.length);
      if (range) found.push(range);
      if (found.length > maxMatches) return found;
    }
  }
  return found;
};

const colourRanges = (name: string, ranges: readonly Range[]): void => {
  // Browsers without the CSS highlight API only show the count.
  if (!('highlights' in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
};

/** Marks the matches. Searches again when the content changes. */
const useMatches = (content: () => HTMLElement | null, sought: string) => {
  const [matches, setMatches] = useState<readonly Range[]>([]);
  const [at, setAt] = useState(0);
  useEffect(() => {
    const root = content();
    if (root === null) return undefined;
    const count = (): void => {
      const found = findMatches(root, sought);
      setMatches(found);
      setAt((chosen) => Math.min(chosen, found.length));
    };
    setAt(0);
    count();
    const observer = new MutationObserver(count);
    observer.observe(root, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [content, sought]);
  useEffect(() => {
    colourRanges(highlights.all, matches);
    colourRanges(highlights.chosen, matches.slice(at - 1, at));
    return () => {
      colourRanges(highlights.all, []);
      colourRanges(highlights.chosen, []);
    };
  }, [matches, at]);
  const step = (by: 1 | -1): void => {
    if (matches.length === 0) return;
    const next = at === 0 && by < 0 ? matches.length : ((at - 1 + by + matches.length) % matches.length) + 1;
    setAt(next);
    matches[next - 1]?.startContainer.parentElement?.scrollIntoView({ block: 'nearest' });
  };
  return { words: sought === '' ? '' : formatMatchCount(matches.length, at), step };
};

interface BarProps {
  readonly content: () => HTMLElement | null;
  readonly onClose: () => void;
  /** The last request to the search: 0 opens it, 1 and -1 go to the next and the previous match. */
  readonly asked: { readonly by: 0 | 1 | -1 };
}

const FindBar = ({ content, onClose, asked }: BarProps) => {
  const [sought, setSought] = useState('');
  const { words, step } = useMatches(content, sought);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asked.by === 0 || sought === '') field.current?.select();
    else step(asked.by);
  }, [asked]);
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div role="search" className="k-find" onKeyDown={press}>
      <input
        ref={field}
        type="text"
        aria-label="Find"
        placeholder="Find"
        spellCheck={false}
        value={sought}
        onChange={({ target }) => setSought(target.value)}
      />
      <span role="status">{words}</span>
      <IconButton
        icon={ChevronUp}
        look="small"
        label="Previous"
        keys="Shift Enter"
        onClick={() => step(-1)}
      />
      <IconButton icon={ChevronDown} look="small" label="Next" keys="Enter" onClick={() => step(1)} />
      <IconButton icon={X} look="small" label="Close the search" keys="Escape" onClick={onClose} />
    </div>
  );
};

/** Makes its content searchable. Like a code editor, the content's pane opens the search with the event `find`. */
export const Findable = ({ children }: { readonly children: ReactNode }) => {
  const host = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const [asked, setAsked] = useState<BarProps['asked']>();
  const getContent = useRef(() => content.current);
  // A layout effect hears a key that is pressed right after the content appears.
  useLayoutEffect(() => {
    const element = host.current;
    const open = (event: Event): void => {
      event.preventDefault();
      if (!element?.contains(document.activeElement)) before.current = document.activeElement;
      setAsked({ by: (event as CustomEvent<0 | 1 | -1>).detail });
    };
    element?.addEventListener('find', open);
    return () => element?.removeEventListener('find', open);
  }, []);
  const close = (): void => {
    setAsked(undefined);
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return (
    <div ref={host} className="k-findable">
      {asked && <FindBar content={getContent.current} asked={asked} onClose={close} />}
      <div ref={content} className="k-findable-content">
        {children}
      </div>
    </div>
  );
};
