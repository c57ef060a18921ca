import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

import { expect, it } from 'vitest';

import { root } from './launch/say.mjs';

const ownDataReason = 'Tandem wrote the text';
const checkedOnlyReason = 'the text is only checked for being JSON';
const quotedStringReason = 'it is one string in quotes';
const textsOnlyReason = 'of the answer only texts and names are read';

/**
 * The files that may call JSON.parse, which rounds numbers, each with the reason why it loses no digits. All other files use parseJson from
 * core/codec.
 */
const reasons: Readonly<Record<string, string>> = {
  'apps/desktop/src/single-instance/claim-instance.ts': ownDataReason,
  'apps/desktop/src/version.ts': ownDataReason,
  'apps/desktop/src/window/devtools.ts': 'the browser of the window answers, and no number of it is shown',
  'apps/echo-server/src/run.ts': ownDataReason,
  'apps/mcp-server/src/version.ts': ownDataReason,
  'apps/tandem/src/version.ts': ownDataReason,
  'libs/application/src/schemas/read-schemas.ts': textsOnlyReason,
  'libs/application/src/imports/import-memory.ts': ownDataReason,
  'libs/application/src/trust/incoming-scripts.ts': 'only the texts of scripts are read',
  'libs/node/src/cli/run-bundled.ts': ownDataReason,
  'libs/core/src/codec/exact-json.ts': 'it is parseJson',
  'libs/core/src/requests/graphql-request.ts': textsOnlyReason,
  'libs/echo/src/body/read.ts': checkedOnlyReason,
  'libs/execution/src/filling/interpolate-grammar.ts': quotedStringReason,
  'libs/import/src/credentials/replace-credentials.ts': quotedStringReason,
  'libs/import/src/read-document.ts': quotedStringReason,
  'libs/import/src/openapi/document.ts': checkedOnlyReason,
  'libs/node/src/http/body.ts': 'callers that write numbers again give parseJson',
  'libs/mcp/src/discovery/server-files.ts': ownDataReason,
  'libs/mcp/src/sdk1/session-id.ts': ownDataReason,
  'libs/mcp/src/sdk2/handler.ts': 'only the code of an error is read',
  'libs/oauth/src/token-fetch.ts': 'RFC 6749 has one number, expires_in, which is a count of seconds',
  'libs/persistence/src/files/workspace-locations.ts': 'only a name is read',
  'libs/persistence/src/postgres/change-feed.ts': ownDataReason,
  'libs/persistence/src/repositories/folder-memories.ts': ownDataReason,
  'libs/persistence/src/repositories/request-pages.ts': ownDataReason,
  'libs/persistence/src/repositories/saved-requests.ts': ownDataReason,
  'libs/persistence/src/repositories/secret-bindings.ts': ownDataReason,
  'libs/report/src/html/page-assets.ts': ownDataReason,
  'libs/report/src/html/page/main.ts': ownDataReason,
  'libs/scripting/src/call-record.ts': 'scripts have doubles',
  'libs/scripting/src/handler-answers.ts': 'it is an advice to write it in a script',
  'libs/scripting/src/host/host-bridge.ts': ownDataReason,
  'libs/scripting/src/host/foreign.ts': 'scripts have doubles',
  'libs/scripting/src/host/main.ts': ownDataReason,
  'libs/scripting/src/runtime.ts': ownDataReason,
  'libs/window-server/src/page-storage.ts': ownDataReason,
  'libs/window/src/requests/url/bulk-rows.ts': quotedStringReason,
  'libs/window/src/imports/dropped.ts': 'only the kind of a document is read',
  'libs/window/src/environments/environment-rows.ts': quotedStringReason,
  'libs/window/src/link/early-socket.ts': 'only the id, the method and the parameters of the page are read',
  'libs/window/src/response/body/json-fault.ts': checkedOnlyReason,
  'libs/window/src/response/body/pretty-print.ts': checkedOnlyReason,
  'libs/window/src/response/body/show-body.ts': checkedOnlyReason,
  'libs/window/src/settings/preference-store.ts': ownDataReason,
  'libs/window/src/shell/panel-state.ts': ownDataReason,
};

// Scripts use JavaScript's own JSON, and tests may parse as they like.
const exemptPath = /\.spec\.tsx?$|(?:^|\/)(?:testing|guest)\//;

const listSources = async (kind: 'apps' | 'libs'): Promise<readonly string[]> => {
  const projects = await readdir(join(root, kind));
  const files = await Promise.all(
    projects.map(async (project) => {
      const folder = join(root, kind, project, 'src');
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
    }),
  );
  return files.flat().filter((path) => /\.tsx?$/.test(path) && !exemptPath.test(path));
};

const callers = async (): Promise<readonly string[]> => {
  const sources = [...(await listSources('apps')), ...(await listSources('libs'))];
  const found = await Promise.all(
    sources.map(async (path) =>
      (await readFile(join(root, path), 'utf8')).includes('JSON.parse') ? path : [],
    ),
  );
  return found.flat();
};

it(
  'the sources parse JSON with parseJson, except in files that are listed with a reason',
  { tags: 'bodies:digits' },
  async () => {
    expect([...(await callers())].sort()).toEqual(Object.keys(reasons).sort());
  },
);
