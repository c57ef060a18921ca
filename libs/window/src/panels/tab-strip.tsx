import { type ReactNode, useEffect, useRef } from 'react';

import { shownOf } from '../model/draft.js';
import { screens, isScreen } from '../model/screens.js';
import { isRequestId, type RequestId, type Summary } from '../model/saved-request.js';
import { useDraft } from '../state/contexts.js';
import type { TabsControl } from '../state/use-tabs.js';
import { Method } from '../kit/index.js';

interface Props {
  readonly control: TabsControl;
  readonly requests: readonly Summary[];
  /** What stands before the tabs. */
  readonly children: ReactNode;
}

/** The title of a request that was deleted: the name that its draft still has, else the one that it had last. */
const GoneTitle = ({ id, lastName }: { readonly id: RequestId; readonly lastName: string | undefined }) => {
  const state = useDraft(id);
  const name = state ? shownOf(state.draft).name : lastName;
  return name === undefined ? (
    'Deleted request'
  ) : (
    <s className="name" title="This request was deleted">
      {name}
    </s>
  );
};

/** The names that requests had last, deleted ones among them. */
const useLastNames = (requests: readonly Summary[]): ReadonlyMap<string, string> => {
  const names = useRef(new Map<string, string>());
  for (const { id, name } of requests) names.current.set(id, name);
  return names.current;
};

const Title = ({
  tabKey,
  requests,
  lastName,
}: {
  readonly tabKey: string;
  readonly requests: readonly Summary[];
  readonly lastName: string | undefined;
}) => {
  if (isScreen(tabKey)) return screens[tabKey];
  const request = requests.find(({ id }) => id === tabKey);
  return request ? (
    <>
      <Method method={request.method} /> <span className="name">{request.name}</span>
    </>
  ) : isRequestId(tabKey) ? (
    <GoneTitle id={tabKey} lastName={lastName} />
  ) : (
    'Deleted request'
  );
};

/** Keeps the shown tab in view: when another is shown, when a name has another length, and when the strip is resized. */
const useReveal = (shown: string | undefined, names: string) => {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = strip.current;
    if (element === null) return undefined;
    const reveal = (): void => {
      element.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    reveal();
    const observer = new ResizeObserver(reveal);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [shown, names]);
  return strip;
};

/** The open tabs: a click shows one, the middle button or Delete closes it. */
export const TabStrip = ({ control: { tabs, show, close, step }, requests, children }: Props) => {
  const names = tabs.open.map((key) => requests.find(({ id }) => id === key)?.name ?? key);
  const lastNames = useLastNames(requests);
  const strip = useReveal(tabs.shown, names.join('\n'));
  return (
    <div className="tab-strip">
      {children}
      <div
        ref={strip}
        role="tablist"
        aria-label="Open tabs"
        className="open-tabs"
        onWheel={({ deltaX, deltaY, currentTarget }) => {
          if (deltaX === 0) currentTarget.scrollLeft += deltaY;
        }}
      >
        {tabs.open.map((key) => (
          <button
            key={key}
            id={`tab-${key}`}
            type="button"
            role="tab"
            className="open-tab"
            aria-selected={key === tabs.shown}
            tabIndex={key === tabs.shown ? 0 : -1}
            aria-controls="shown-tab"
            onClick={() => {
              show(key);
            }}
            onAuxClick={({ button }) => {
              if (button === 1) close(key);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Delete') close(key);
              if (event.key === 'ArrowRight') step(1);
              if (event.key === 'ArrowLeft') step(-1);
            }}
          >
            <Title tabKey={key} requests={requests} lastName={lastNames.get(key)} />
          </button>
        ))}
      </div>
      {tabs.shown !== undefined && (
        <button
          type="button"
          className="icon"
          aria-label="Close the tab"
          title="Alt+W"
          onClick={() => {
            if (tabs.shown !== undefined) close(tabs.shown);
          }}
        >
          ×
        </button>
      )}
    </div>
  );
};
