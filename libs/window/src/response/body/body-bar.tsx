import {
  Check,
  Copy,
  Download,
  Filter,
  type LucideIcon,
  Monitor,
  Search,
  Smartphone,
  Tablet,
  WrapText,
} from 'lucide-react';
import { useState, useMemo, useEffect } from 'react';
import type { ExecutionId } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';
import { useQuery } from '@tanstack/react-query';

import { IconButton, SegmentedControl, CodeViewer } from '../../kit/index.js';
import { queryKeys } from '../../link/query-keys.js';
import { findFoldEnds } from './pretty-print.js';
import { useLink, useLinkState } from '../../link/use-link.js';
import type { RequestId } from '../../requests/saved-request.js';
import { useOfferedActions } from '../../shell/offered-actions.js';
import { useCopy } from '../../shell/page.js';
import { describeProblem } from '../../link/problem-words.js';

/** How long typing must pause before a path is evaluated, in milliseconds. */
const evaluationDelayMs = 300;

/** Returns a value once it has stopped changing. */
const useDebounced = (value: string): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(setSettled, evaluationDelayMs, value);
    return () => {
      window.clearTimeout(timer);
    };
  }, [value]);
  return settled;
};

/** The values that a path selects, with their number and as JSON, or the reason why it selects none. */
type PathSelection =
  | { readonly kind: 'values'; readonly count: number; readonly json: string }
  | { readonly kind: 'problem'; readonly words: string };

/**
 * Evaluates a JSONPath in the stored body of an execution; undefined until the result arrives. The server evaluates the path with the
 * same rules and limits as for agents, so the page needs no evaluator, and no path can block it.
 */
const usePathSelection = (id: ExecutionId, typed: string): PathSelection | undefined => {
  const link = useLink();
  const isOpen = useLinkState().kind === 'open';
  const path = useDebounced(typed.trim());
  const { data, error } = useQuery({
    queryKey: [...queryKeys.selectedPath, id, path],
    queryFn: () => link.call('executions_get', { id, select: path }),
    enabled: isOpen && path !== '',
    staleTime: Infinity,
    gcTime: 10_000,
  });
  if (error !== null) return { kind: 'problem', words: describeProblem(error) };
  if (data?.selected === undefined) return undefined;
  return { kind: 'values', count: data.selected.length, json: stringifyJson(data.selected, 2) };
};

/** An input for a JSONPath above a body. */
export const FilterLine = ({
  path,
  onPath,
  onClose,
}: {
  readonly path: string;
  readonly onPath: (path: string) => void;
  readonly onClose: () => void;
}) => (
  <input
    className="k-input body-filter"
    aria-label="JSONPath"
    placeholder="JSONPath, such as $.items[0].name"
    value={path}
    autoFocus
    autoComplete="off"
    spellCheck={false}
    onChange={({ target }) => {
      onPath(target.value);
    }}
    onKeyDown={(event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onClose();
    }}
  />
);

/** Shows the values that a JSONPath selects, instead of the body. */
export const FilteredBody = ({
  id,
  path,
  wrap,
  find,
}: {
  readonly id: ExecutionId;
  readonly path: string;
  readonly wrap: boolean;
  readonly find: number;
}) => {
  const selected = usePathSelection(id, path);
  const json = selected?.kind === 'values' ? selected.json : '';
  const folds = useMemo(() => findFoldEnds(json), [json]);
  if (selected === undefined) return <p className="quiet">Evaluating …</p>;
  if (selected.kind === 'problem') return <p className="bad">{selected.words}</p>;
  const { count } = selected;
  return (
    <>
      <p className="quiet" role="status">
        {count === 1 ? '1 value' : `${count} values`}
      </p>
      <CodeViewer label="Selected values" text={json} folds={folds} format="json" wrap={wrap} find={find} />
    </>
  );
};

/** The views of a body. */
export const viewNames = {
  events: 'Events',
  pretty: 'Pretty',
  table: 'Table',
  raw: 'Raw',
  hex: 'Hex',
  preview: 'Preview',
} as const;
export type View = keyof typeof viewNames;

/** The actions on a body that are offered to the palette. */
export type BodyAction = 'find' | 'filter' | 'wrap' | 'copy' | 'save' | `view ${View}`;

/** The actions on a body that is not shown. */
export const noBodyActions: Readonly<Record<BodyAction, undefined>> = {
  find: undefined,
  filter: undefined,
  wrap: undefined,
  copy: undefined,
  save: undefined,
  'view events': undefined,
  'view pretty': undefined,
  'view table': undefined,
  'view raw': undefined,
  'view hex': undefined,
  'view preview': undefined,
};

/** The widths in which an HTML page can be shown, in pixels. Undefined means all available space. */
export const pageWidths = { full: undefined, tablet: 768, phone: 390 } as const;
export type PageWidth = keyof typeof pageWidths;

const pageWidthOptions: readonly {
  readonly value: PageWidth;
  readonly title: string;
  readonly icon: LucideIcon;
}[] = [
  { value: 'full', title: 'Full', icon: Monitor },
  { value: 'tablet', title: 'Tablet', icon: Tablet },
  { value: 'phone', title: 'Phone', icon: Smartphone },
];

/** How long a button shows the result of a click, in milliseconds. */
const resultMs = 1_500;

const CopyBody = ({ text }: { readonly text: string }) => {
  const [said, setSaid] = useState<string>();
  const say = (words: string): void => {
    setSaid(words);
    window.setTimeout(setSaid, resultMs, undefined);
  };
  return (
    <IconButton
      icon={said === 'Copied' ? Check : Copy}
      label="Copy the body"
      tooltip={said ?? 'Copy the body'}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => say('Copied'),
          () => say('The browser does not allow copying'),
        );
      }}
    />
  );
};

interface Props {
  readonly requestId: RequestId;
  readonly offered: readonly View[];
  readonly view: View;
  readonly onChoose: (view: View) => void;
  /** Undefined if the view has no lines. */
  readonly lines:
    { readonly wrap: boolean; readonly onWrap: () => void; readonly onFind: () => void } | undefined;
  /** Undefined if the body cannot be filtered by a path. */
  readonly filter: { readonly isOn: boolean; readonly onToggle: () => void } | undefined;
  /** Undefined if no HTML page is shown. */
  readonly page: { readonly width: PageWidth; readonly onWidth: (width: PageWidth) => void } | undefined;
  /** Undefined if the body is not text. */
  readonly text: string | undefined;
  readonly onSave: () => void;
}

/** Offers the actions of the toolbar to the palette. */
const useBodyActions = ({ requestId, offered, onChoose, lines, filter, text, onSave }: Props): void => {
  const copy = useCopy();
  useOfferedActions(requestId, {
    ...noBodyActions,
    ...Object.fromEntries(offered.map((view) => [`view ${view}`, () => onChoose(view)])),
    ...(lines ? { find: lines.onFind, wrap: lines.onWrap } : {}),
    ...(filter ? { filter: filter.isOn ? () => undefined : filter.onToggle } : {}),
    ...(text === undefined ? {} : { copy: () => copy(text, 'the response') }),
    save: onSave,
  });
};

/** The buttons of the toolbar, at its right end. */
const BarButtons = ({ lines, filter, text, onSave }: Pick<Props, 'lines' | 'filter' | 'text' | 'onSave'>) => (
  <span className="bar-buttons">
    {filter && (
      <IconButton
        icon={Filter}
        label="Filter by JSONPath"
        aria-pressed={filter.isOn}
        onClick={filter.onToggle}
      />
    )}
    {lines && (
      <>
        <IconButton icon={WrapText} label="Wrap lines" aria-pressed={lines.wrap} onClick={lines.onWrap} />
        <IconButton icon={Search} label="Find in the body" keys="Ctrl F" onClick={lines.onFind} />
      </>
    )}
    {text !== undefined && <CopyBody text={text} />}
    <IconButton icon={Download} label="Save the body to a file" onClick={onSave} />
  </span>
);

/** The toolbar above a body. */
export const BodyBar = (props: Props) => {
  const { offered, view, onChoose, page } = props;
  useBodyActions(props);
  return (
    <div className="body-bar">
      <SegmentedControl
        label="View"
        value={view}
        options={offered.map((value) => ({ value, title: viewNames[value] }))}
        onChange={onChoose}
      />
      {page && (
        <SegmentedControl
          label="Width of the page"
          value={page.width}
          options={pageWidthOptions}
          onChange={page.onWidth}
        />
      )}
      <BarButtons {...props} />
    </div>
  );
};
