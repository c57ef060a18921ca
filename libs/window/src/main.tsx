import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import './style/tokens.css';
import './style/page.css';
import './style/sidebar.css';
import './style/top.css';
import './style/result.css';
import './style/response.css';
import './style/request.css';
import './style/controls.css';
import './style/narrow.css';
import { queryKeys } from './link/query-keys.js';
import { App, loadFirstContent } from './app.js';
import { OfferUndoContext, TooltipProvider } from './kit/index.js';
import { linkEffects, preferenceEffects, unsavedEdits, variablesText } from './link/browser.js';
import { createLink } from './link/link.js';
import { createLive } from './activity/live.js';
import { anyActivity } from './activity/activity.js';
import { createTypedVariables } from './environments/environment-rows.js';
import { createFolderEdits } from './folders/folder-edits.js';
import { createFolderStore } from './folders/use-folder-editing.js';
import { createDrafts } from './requests/drafts/drafts.js';
import { createUnsaved } from './requests/drafts/unsaved.js';
import { updateRequest } from './requests/requests.js';
import { createRunner } from './requests/sending/runner.js';
import { createRunStores } from './runs/run-store.js';
import { createPreferenceStore } from './settings/preference-store.js';
import { createMessages } from './shell/notices/messages.js';
import type { WantedAction } from './shell/offered-actions.js';
import { createNavigation, type Page, PageContext, type WantedLine, type WantedPart } from './shell/page.js';
import { createStore } from './shell/store.js';

// The page only talks to this machine, so it sends requests even if the browser is offline.
const always = { networkMode: 'always', retry: false } as const;
const queries = new QueryClient({ defaultOptions: { queries: { ...always, staleTime: 1_000 } } });
const root = document.getElementById('root');
const { enter, later } = linkEffects;
const link = createLink({
  ...linkEffects,
  enter: async () => {
    const isKnown = await enter();
    if (isKnown) loadFirstContent(queries, page);
    return isKnown;
  },
});
const unsavedStore = createUnsaved({ ...unsavedEdits, later });

const drafts = createDrafts({
  store: (id, edits, ifRevision) => updateRequest(link, id, edits, ifRevision),
  later,
  kept: unsavedStore,
});
const folderEdits = createFolderEdits({ store: createFolderStore(link, queries), later, kept: unsavedStore });
const runner = createRunner(link, { drafts, storeFolders: () => folderEdits.flushAll(), later });
drafts.onReplaced(runner.replace);

const page: Page = {
  link,
  unsaved: unsavedStore,
  drafts,
  folderEdits,
  live: createLive({ link, queries, drafts, folderEdits }),
  preferences: createPreferenceStore({ ...preferenceEffects, later }),
  typedVariables: createTypedVariables(variablesText),
  runner,
  runs: createRunStores(link, {
    later,
    onEnd: (view) => {
      queries.setQueryData([...queryKeys.run, view.id], view);
      void queries.invalidateQueries({ queryKey: queryKeys.runList });
    },
  }),
  messages: createMessages(later),
  navigation: createNavigation(),
  activityFilter: createStore(anyActivity),
  offers: new Set(),
  wantedActions: createStore<readonly WantedAction[]>([]),
  wantedPart: createStore<WantedPart | undefined>(undefined),
  closedQuestions: createStore<ReadonlySet<string>>(new Set()),
  wantedLine: createStore<WantedLine | undefined>(undefined),
  panelStates: new Map(),
};

if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <PageContext value={page}>
          <OfferUndoContext value={page.messages.say}>
            <TooltipProvider>
              <App />
            </TooltipProvider>
          </OfferUndoContext>
        </PageContext>
      </QueryClientProvider>
    </StrictMode>,
  );
}
