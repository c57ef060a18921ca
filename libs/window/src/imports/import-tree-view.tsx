import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight, Globe } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';

import { Badge, Method, formatMethod, type Tone, findTreeTarget } from '../kit/index.js';
import {
  listInitiallyClosed,
  type ImportLine,
  listImportLines,
  type ImportNode,
  toggleNode,
} from './import-tree.js';

/** The height of a line, in CSS pixels. */
const rowHeight = 28;

const tones: Readonly<Record<NonNullable<ImportNode['outcome']>, Tone>> = {
  new: 'good',
  changed: 'accent',
  gone: 'warn',
  deleted: 'warn',
};

const Check = ({ taken }: Pick<ImportLine, 'taken'>) => {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = taken === 'mixed';
  }, [taken]);
  // The element of the line exposes its state to assistive technology, and handles the keys.
  return (
    <input ref={box} type="checkbox" checked={taken === true} readOnly tabIndex={-1} aria-hidden="true" />
  );
};

const NodeIcon = ({ node, isOpen }: Pick<ImportLine, 'node' | 'isOpen'>) => {
  if (node.outcome !== undefined) return <Badge tone={tones[node.outcome]}>{node.outcome}</Badge>;
  if (node.method !== undefined) return <Method method={node.method} />;
  if (node.kind === 'environment') return <Globe className="k-icon" aria-hidden="true" />;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <Icon className="k-icon twist" aria-hidden="true" data-absent={node.children.length === 0 || undefined} />
  );
};

const formatNodeLabel = ({ method, outcome, name, note }: ImportNode): string =>
  [method === undefined ? '' : formatMethod(method), outcome ?? '', name, note ?? '']
    .filter((word) => word !== '')
    .join(' ');

interface RowProps {
  readonly line: ImportLine;
  readonly id: string;
  readonly isFocused: boolean;
  readonly onToggle: () => void;
  readonly onFold: () => void;
}

const Row = ({ line, id, isFocused, onToggle, onFold }: RowProps) => {
  const { node, level, position, siblings, isOpen, taken } = line;
  const hasChildren = node.children.length > 0;
  return (
    <div
      id={id}
      role="treeitem"
      className="tree-row"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-checked={taken}
      aria-label={formatNodeLabel(node)}
      {...(hasChildren ? { 'aria-expanded': isOpen } : {})}
      data-level={Math.min(level, 8)}
      data-focused={isFocused}
      onClick={hasChildren ? onFold : onToggle}
    >
      <span
        className="import-check"
        onClick={(event) => {
          event.stopPropagation();
          onToggle();
        }}
      >
        <Check taken={taken} />
      </span>
      <NodeIcon node={node} isOpen={isOpen} />{' '}
      <span className="name" title={node.name}>
        {node.name}
        {node.note !== undefined && <span className="quiet"> {node.note}</span>}
      </span>
    </div>
  );
};

interface Props {
  readonly nodes: readonly ImportNode[];
  /** The keys of excluded nodes. */
  readonly left: ReadonlySet<string>;
  readonly onLeft: (left: ReadonlySet<string>) => void;
}

/** The lines with their handlers for pointer and keys. */
const useLines = ({ nodes, left, onLeft }: Props) => {
  const [closed, setClosed] = useState(() => listInitiallyClosed(nodes));
  const [focused, setFocused] = useState<string>();
  const lines = useMemo(() => listImportLines(nodes, left, closed), [nodes, left, closed]);
  const at = Math.max(
    lines.findIndex(({ node }) => node.key === focused),
    0,
  );
  const toggle = ({ node }: ImportLine): void => {
    setFocused(node.key);
    onLeft(toggleNode(node, left));
  };
  const fold = ({ node }: ImportLine): void => {
    setFocused(node.key);
    const next = new Set(closed);
    if (!next.delete(node.key)) next.add(node.key);
    setClosed(next);
  };
  const hear = (event: KeyboardEvent): number | undefined => {
    const line = lines[at];
    const { key, ctrlKey, metaKey, altKey } = event;
    if (line === undefined || ctrlKey || metaKey || altKey) return undefined;
    const isFold =
      line.node.children.length > 0 && (line.isOpen ? key === 'ArrowLeft' : key === 'ArrowRight');
    const next = isFold ? undefined : findTreeTarget(lines, at, key, (one) => one.isOpen);
    const to = next === undefined ? undefined : lines[next];
    if (isFold) fold(line);
    else if (key === ' ') toggle(line);
    else if (to !== undefined) setFocused(to.node.key);
    else return undefined;
    event.preventDefault();
    return next;
  };
  return { lines, at, toggle, fold, hear };
};

/** Shows the plan of an import as a tree, parts of which can be excluded. Only visible lines are rendered. */
export const ImportTree = (props: Props) => {
  const { lines, at, toggle, fold, hear } = useLines(props);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => lines[index]?.node.key ?? index,
  });
  const rows = virtual.getVirtualItems();
  return (
    <div
      ref={scroller}
      className="tree import-tree"
      role="tree"
      aria-label="What is imported"
      aria-multiselectable="true"
      tabIndex={0}
      {...(rows.some(({ index }) => index === at) ? { 'aria-activedescendant': `import-${at}` } : {})}
      onKeyDown={(event) => {
        const next = hear(event);
        if (next !== undefined) virtual.scrollToIndex(next);
      }}
    >
      <div className="tree-lines" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {rows.map(({ index, start, key }) => {
          const line = lines[index];
          return line === undefined ? null : (
            <div
              key={key}
              role="presentation"
              className="tree-slot"
              style={{ transform: `translateY(${start}px)` }}
            >
              <Row
                line={line}
                id={`import-${index}`}
                isFocused={index === at}
                onToggle={() => toggle(line)}
                onFold={() => fold(line)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
};
