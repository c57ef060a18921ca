import type { Activity, ActivityField } from '@tandem/core';
import { ArrowUpRight, ChevronRight, Funnel, History, Layers, ListTree, Redo2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';

import { Badge, Button, ContextMenu, MenuItem, CodeDiff } from '../kit/index.js';
import {
  addDefaultActor,
  canUndoEntry,
  describeEntry,
  getFieldTitle,
  isUndo,
  describeUndoneEntry,
  formatUndoneBy,
  areShort,
  formatFieldValue,
  describeImport,
} from './entry-words.js';
import { formatActor, toRefusal, describeActivity } from './activity.js';
import { formatMoment } from '../response/outcome.js';
import { listNames, shortenName } from '../shell/phrases.js';
import type { UndoScope } from './undo.js';
import '../style/folder.css';

/** Shows a field before and after a change: side by side, or as a text difference. */
export const FieldDifference = ({ field }: { readonly field: ActivityField }) => {
  const title = getFieldTitle(field.name);
  if (!('before' in field)) return <p className="quiet">{title}: too long to store</p>;
  const [before, after] = [field.before, field.after].map((value) => formatFieldValue(field.name, value));
  if (before === undefined || after === undefined) return null;
  if (areShort(before, after))
    return (
      <p className="activity-values">
        <span>{title}</span>
        <del>{before === '' ? 'empty' : before}</del>
        <ins>{after === '' ? 'empty' : after}</ins>
      </p>
    );
  return (
    <>
      <p>{title}</p>
      <div className="text-diff">
        <CodeDiff label={`Difference of ${title}`} before={before} after={after} />
      </div>
    </>
  );
};

/** A sentence about an entry, in which who did it and what it is about stand out. */
const Sentence = ({ text, entry }: { readonly text: string; readonly entry: Activity }) => {
  const who = formatActor(addDefaultActor(entry));
  const name = shortenName(entry.name);
  const start = text.startsWith(`${who} `) ? who.length : 0;
  const at = name === '' ? -1 : text.indexOf(` ${name}`, start) + 1;
  return (
    <span title={name === entry.name ? undefined : entry.name}>
      {start > 0 && <strong>{who}</strong>}
      {at > 0 ? (
        <>
          {text.slice(start, at)}
          <strong>{name}</strong>
          {text.slice(at + name.length)}
        </>
      ) : (
        text.slice(start)
      )}
    </span>
  );
};

interface Props {
  readonly entry: Activity;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onUndo: (sentence: string) => void;
  /** Opens the request; undefined if it was deleted or the entry is about something else. */
  readonly onShow: (() => void) | undefined;
  /** Shows only changes by the same caller. */
  readonly onOnlyBy: (by: string) => void;
  /** Shows only changes of the same entity. */
  readonly onOnlyOf: () => void;
  /** Undoes this change and the later ones of its session, or all changes of its group. */
  readonly onUndoAll: (scope: UndoScope, who: string) => void;
}

/**
 * Selects this change and the later changes of its session. Older entries have no session; for them, it selects the changes of
 * the same caller.
 */
const getSessionScope = ({ by, session, at }: Activity): UndoScope => ({
  since: at,
  ...(session === undefined ? { by: by ?? '' } : { session }),
});

/** Returns the undo button of an entry, or a redo button if the entry is an undo itself. */
const getUndoAction = (entry: Activity) =>
  isUndo(entry) ? { word: 'Redo', icon: Redo2 } : { word: 'Undo', icon: Undo2 };

const formatClock = (at: string): string =>
  new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

const formatFields = ({ fields }: Activity): string =>
  fields.map(({ name }) => getFieldTitle(name)).join(', ');

/** The menu entries of a change. */
const EntryMenuItems = ({
  entry,
  isOpen,
  onToggle,
  onUndo,
  onShow,
  onOnlyBy,
  onOnlyOf,
  onUndoAll,
}: Props) => (
  <>
    {entry.fields.length > 0 && (
      <MenuItem icon={ListTree} onSelect={onToggle}>
        {isOpen ? 'Hide what changed' : 'Show what changed'}
      </MenuItem>
    )}
    {onShow && (
      <MenuItem icon={ArrowUpRight} onSelect={onShow}>
        Open request
      </MenuItem>
    )}
    {canUndoEntry(entry) && (
      <MenuItem icon={getUndoAction(entry).icon} onSelect={() => onUndo(describeUndoneEntry(entry))}>
        {getUndoAction(entry).word}
      </MenuItem>
    )}
    {entry.by !== undefined && entry.entity !== 'execution' && (
      <MenuItem icon={History} onSelect={() => onUndoAll(getSessionScope(entry), formatActor(entry))}>
        Undo all by {formatActor(entry)} since {formatClock(entry.at)}
      </MenuItem>
    )}
    {entry.group !== undefined && (
      <MenuItem icon={Layers} onSelect={() => onUndoAll({ group: entry.group ?? '' }, formatActor(entry))}>
        Undo the whole group of changes
      </MenuItem>
    )}
    {entry.entity !== 'execution' && (
      <MenuItem icon={Funnel} onSelect={onOnlyOf}>
        Show only changes of {entry.name === '' ? 'this workspace' : entry.name}
      </MenuItem>
    )}
    {entry.by !== undefined && (
      <MenuItem icon={Funnel} onSelect={() => onOnlyBy(entry.by ?? '')}>
        Show only changes by {formatActor(entry)}
      </MenuItem>
    )}
  </>
);

/** Shows one change: who, what and when. An open entry also shows the fields. */
export const ActivityEntry = (props: Props) => {
  const { entry, isOpen, onToggle, onUndo, onShow } = props;
  const sentence = describeEntry(entry);
  const hasFields = entry.fields.length > 0;
  const line = (
    <div className="activity-line">
      <button
        type="button"
        className="activity-head"
        {...(hasFields ? { 'aria-expanded': isOpen } : {})}
        onClick={onToggle}
      >
        <ChevronRight className="k-icon" aria-hidden="true" data-absent={!hasFields || undefined} />
        <span className="activity-what">
          <Sentence text={sentence} entry={entry} />
          {hasFields && <span className="quiet">{formatFields(entry)}</span>}
        </span>
      </button>
      {entry.request !== undefined && <span className="quiet">script of {entry.request}</span>}
      {entry.undone && <Badge>{formatUndoneBy(entry)}</Badge>}
      <time className="quiet" dateTime={entry.at}>
        {formatMoment(entry.at, new Date())}
      </time>
      <span className="activity-buttons">
        {onShow && (
          <Button isSmall variant="quiet" icon={ArrowUpRight} onClick={onShow}>
            Open
          </Button>
        )}
        {canUndoEntry(entry) && (
          <Button
            isSmall
            variant="quiet"
            icon={getUndoAction(entry).icon}
            onClick={() => onUndo(describeUndoneEntry(entry))}
          >
            {getUndoAction(entry).word}
          </Button>
        )}
      </span>
    </div>
  );
  return (
    <li className="activity-entry">
      <ContextMenu target={line}>
        <EntryMenuItems {...props} />
      </ContextMenu>
      {isOpen && hasFields && (
        <div className="activity-fields">
          {entry.fields.map((field) => (
            <FieldDifference key={field.name} field={field} />
          ))}
        </div>
      )}
    </li>
  );
};

/** Entries that are shown as one line: a single change, consecutive executions by one caller, or the changes of an import. */
interface ActivityGroup {
  /** The id of the oldest entry in the group, so that the key stays the same when newer entries arrive. */
  readonly key: string;
  /** Newest first. */
  readonly entries: readonly [Activity, ...Activity[]];
}

/** Maximum time between two executions of one group, in milliseconds. */
const maxGroupGapMs = 60_000;

/** Whether two entries belong to the same import. */
const isSameImport = (newer: Activity, older: Activity): boolean =>
  newer.imported === true && older.imported === true && newer.group === older.group;

const isNextExecution = (newer: Activity, older: Activity): boolean =>
  newer.entity === 'execution' &&
  older.entity === 'execution' &&
  newer.by === older.by &&
  toRefusal(newer.error) === toRefusal(older.error) &&
  Date.parse(newer.at) - Date.parse(older.at) < maxGroupGapMs;

const isSameGroup = (newer: Activity, older: Activity): boolean =>
  isNextExecution(newer, older) || isSameImport(newer, older);

/** Groups consecutive executions and the entries of an import. `entries` are sorted newest first. */
export const groupActivities = (entries: readonly Activity[]): readonly ActivityGroup[] =>
  entries.reduce<ActivityGroup[]>((groups, entry, index) => {
    const group = groups.at(-1);
    const newer = entries[index - 1];
    if (group === undefined || newer === undefined || !isSameGroup(newer, entry))
      groups.push({ key: entry.id, entries: [entry] });
    else groups.splice(-1, 1, { key: entry.id, entries: [...group.entries, entry] });
    return groups;
  }, []);

/** Joins the names of the changed or executed requests, oldest first. */
const formatNames = (entries: readonly Activity[]): string =>
  listNames([...new Set(entries.map(({ name }) => name))].reverse());

interface ActivityRunsProps {
  /** Newest first. */
  readonly entries: readonly [Activity, ...Activity[]];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Undoes the changes of an import. */
  readonly onUndo: (scope: UndoScope, who: string) => void;
  /** Renders the entries one by one. */
  readonly children: ReactNode;
}

const describeRunEntries = ([newest, ...others]: ActivityRunsProps['entries']): string => {
  const isOne = others.every(({ name }) => name === newest.name);
  return describeActivity({
    change: newest,
    name: isOne ? newest.name : '',
    executions: others.length + 1,
    refusal: toRefusal(newest.error),
  });
};

/** Shows consecutive executions by the same caller, or the changes of an import, as one expandable line. */
export const ActivityRuns = ({ entries, isOpen, onToggle, onUndo, children }: ActivityRunsProps) => {
  const [newest] = entries;
  const { imported, group = '' } = newest;
  const isUndone = entries.every(({ undone }) => undone === true);
  const isOne = entries.every(({ name }) => name === newest.name);
  return (
    <li className="activity-entry">
      <div className="activity-line">
        <button type="button" className="activity-head" aria-expanded={isOpen} onClick={onToggle}>
          <ChevronRight className="k-icon" aria-hidden="true" />
          <span className="activity-what">
            <Sentence
              text={imported ? describeImport(entries) : describeRunEntries(entries)}
              entry={isOne ? newest : { ...newest, name: '' }}
            />
            {!isOne && <span className="quiet">{formatNames(entries)}</span>}
          </span>
        </button>
        {isUndone && <Badge>undone</Badge>}
        <time className="quiet" dateTime={newest.at}>
          {formatMoment(newest.at, new Date())}
        </time>
        <span className="activity-buttons">
          {imported && !isUndone && (
            <Button
              isSmall
              variant="quiet"
              icon={Undo2}
              onClick={() => onUndo({ group }, formatActor(newest))}
            >
              Undo import
            </Button>
          )}
        </span>
      </div>
      {isOpen && <ol className="activity-list activity-runs">{children}</ol>}
    </li>
  );
};
