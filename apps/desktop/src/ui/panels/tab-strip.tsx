import { type ReactNode, useEffect, useRef } from 'react';

import { shownOf } from '../model/draft.js';
import { screens, isScreen } from '../model/screens.js';
import { isRequestId, type RequestId, type Summary } from '../model/saved-request.js';
import { useDraft } from '../state/contexts.js';
import type { TabsControl } from '../state/use-tabs.js';
import { Method } from './method.js';

interface Props {
  readonly control: TabsControl;
  readonly requests: readonly Summary[];
  /** What stands before the tabs. */
  readonly children: ReactNode;
}

/** The title of a request that was deleted: the name that its draft still has. */
const GoneTitle = ({ id }: { readonly id: RequestId }) => {
  const state = useDraft(id);
  return state ? (
    <s className="name" title="This request was deleted">
      {shownOf(state.draft).name}
    </s>
  ) : (
    'Gone'
  );
};

const Title = ({ tabKey, requests }: { readonly tabKey: string; readonly requests: readonly Summary[] }) => {
  if (isScreen(tabKey)) return screens[tabKey];
  const request = requests.find(({ id }) => id === tabKey);
  return request ? (
    <>
      <Method method={request.method} /> <span className="name">{request.name}</span>
    </>
  ) : isRequestId(tabKey) ? (
    <GoneTitle id={tabKey} />
  ) : (
    'Gone'
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
            <Title tabKey={key} requests={requests} />
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
