import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './style/tokens.css';
import './style/page.css';
import './style/sidebar.css';
import './style/top.css';
import './style/result.css';
import './style/response.css';
import './style/request.css';
import './style/history.css';
import './style/controls.css';
import './style/environments.css';
import './style/folder.css';
import './style/connect.css';
import './style/narrow.css';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from './app.js';
import { TooltipProvider } from './kit/index.js';
import { browser, preferenceEffects, unsavedEdits, variablesText } from './link/browser.js';
import { createLink } from './link/link.js';
import { LinkContext } from './link/use-link.js';
import { DraftsContext, PanelStateContext, TypedVariablesContext } from './requests/drafts/contexts.js';
import { createDrafts } from './requests/drafts/drafts.js';
import { createFolderEdits } from './folders/folder-edits.js';
import { createPreferenceStore } from './settings/preference-store.js';
import { PreferenceStoreContext } from './settings/preferences.js';
import { updateRequest } from './requests/requests.js';
import { createTypedVariables } from './environments/typed-variables.js';
import { createUnsaved } from './requests/drafts/unsaved.js';
import { UnsavedContext } from './requests/drafts/restored.js';
import { FolderEditsContext, folderStore } from './folders/use-folder-editing.js';

// The page talks to this machine only, so it asks whether the browser thinks it is online or not.
const always = { networkMode: 'always', retry: false } as const;
const queries = new QueryClient({ defaultOptions: { queries: { ...always, staleTime: 1_000 } } });
const root = document.getElementById('root');
const link = createLink(browser);
const unsavedStore = createUnsaved({ ...unsavedEdits, later: browser.later });
const preferences = createPreferenceStore({ ...preferenceEffects, later: browser.later });
const panelStates = new Map<string, unknown>();
const variables = createTypedVariables(variablesText);
const drafts = createDrafts({
  store: (id, edits, ifRevision) => updateRequest(link, id, edits, ifRevision),
  later: browser.later,
  kept: unsavedStore,
});
const folders = createFolderEdits({
  store: folderStore(link, queries),
  later: browser.later,
  kept: unsavedStore,
});

if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <LinkContext value={link}>
          <DraftsContext value={drafts}>
            <UnsavedContext value={unsavedStore}>
              <FolderEditsContext value={folders}>
                <PreferenceStoreContext value={preferences}>
                  <TypedVariablesContext value={variables}>
                    <PanelStateContext value={panelStates}>
                      <TooltipProvider>
                        <App />
                      </TooltipProvider>
                    </PanelStateContext>
                  </TypedVariablesContext>
                </PreferenceStoreContext>
              </FolderEditsContext>
            </UnsavedContext>
          </DraftsContext>
        </LinkContext>
      </QueryClientProvider>
    </StrictMode>,
  );
}
