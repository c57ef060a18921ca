/** Generated from docs/guides/workspace-folder.md by `npx vitest run libs/mcp/src/docs --update`. */
export const filesPage = `# The workspace folder

A workspace is a folder. Its data folder, usually \`tandem/\`, has one file per request, folder and environment, and is designed for git. The files are
OpenCollection 1.0.0 YAML, which Bruno 3 and its command line can run. The window synchronizes
the files and the app automatically: it saves one second after a change, and reloads files that change. Without the window,
\`synchronization_synchronize\` does this when it is called.

\`\`\`text
tandem/
  opencollection.yml        the workspace: its name, and its format and id in extensions.tandem
  environments/Default.yml  variables with their values, secrets by name only
  users/folder.yml          a folder: its name, description and order, and what its requests inherit
  users/get-user.yml        a request
  users/get-user.js         its script
  AGENTS.md .gitattributes  created once, then yours to edit
\`\`\`

The file of an environment has its \`description\`, the name of the one that it extends as \`extends\`, and its guard as \`protected\` and \`agents\` below
\`x-tandem\`. A change there that loosens a guard waits until a person confirms it in the window. Environments that extend each other in a circle get
the warning \`environmentCycle\`, one whose base does not exist \`environmentBaseMissing\`.

The files contain no timestamps, revisions, responses, cookies or secret values, and not the active environment.

## Merging

Each entity is compared with the last version that both sides agreed on. If only one side changed, its version is used. If both changed,
they are merged field by field: lists of headers, parameters and variables by name; text, queries and scripts by line; everything
else as a whole. If one side deleted the entity, it is deleted unless the other side changed it. In that case the whole entity is a conflict,
with the field \`*\`, and neither side changes until you resolve it.

In a conflict, each side keeps its own value and everything else continues to synchronize. Every run reports the conflict until you resolve it, by
editing either side or with \`synchronization_resolve\`:

| argument | meaning |
| - | - |
| \`id\`, \`field\` | from the conflict |
| \`take\` | \`ours\` for the app, \`theirs\` for the file, \`value\` for a new value |
| \`value\` | with \`take: "value"\`, the new value for both; null removes a header or parameter |
| \`workspaceId\` | optional; the active workspace by default |

To protect against a lost folder, nothing is deleted when more than twenty and more than half of the files are missing, or when any are missing together with
\`opencollection.yml\`. The result has the warning \`massDeletion\`; pass \`confirmDeletions: true\` if the deletion was intended.

## Editing by hand, with git and in Bruno

Tandem preserves comments, keys of other programs, and the order and names of files. Renaming a request in the app renames its file, unless
someone chose a different file name. A file without \`x-tandem.id\` is a new request, or the request that was at its path. A
copy whose id is already in use gets a new id. To delete a script, empty its \`.js\` file; removing the file does not delete it.
\`opencollection.yml\` belongs to the workspace whatever its id is, and keeps that id. In a folder that was copied from another workspace or
opened twice, only the names of the two workspaces are compared.

\`info.seq\` is the position of a request in its folder, also in the window's tree. Moving a request changes one line. Files without it come
last. Any YAML number up to 10¹² is valid and is written back unchanged. Bruno numbers requests 1, 2, 3; when you move a request between two such
numbers, the requests of that folder are renumbered in thousands.

The script of a folder is \`folder.js\` beside its \`folder.yml\`, that of the workspace \`collection.js\`. A request called \`collection.yml\` keeps
\`collection.js\` for itself; the script of the workspace is then \`opencollection.js\`.

The variables of a request are under \`runtime.variables\`, where Bruno has them, and its examples under \`examples\`. Its dependencies are listed under
\`x-tandem.needs\` as paths relative to its file, such as \`../auth/log-in.yml\`, which are updated when a file moves. A path that does not exist is
reported as \`needNotFound\`, and a cycle as \`needCycle\`. \`maxAge\` is under \`settings\`.

A setting with a value that it cannot have, such as \`timeout: soon\` or \`cookies: maybe\`, makes the file invalid at that line; \`inherit\` is the same as
none. A client certificate in \`opencollection.yml\` of a kind that Tandem does not know, or without its files, is kept there and reported as
\`certificateUnused\`. It is not sent to any server.

A folder is a directory. Its \`folder.yml\` has its name (\`info.name\`), its description (\`docs\`) and its order among the folders beside it (\`info.seq\`),
as Bruno writes them; without it, the folder has the name of the directory. What its requests inherit is under \`request\`: \`headers\`, \`auth\`,
\`variables\`, and \`settings.http\`. \`opencollection.yml\` has the same for the workspace. These fields are merged like those of a request, and other keys
are kept. Scripts of Bruno run, and stay where Bruno has them. Bruno drops the settings of a folder when it saves one;
Tandem keeps them. Every folder that you create gets a \`folder.yml\`, so empty folders are kept in git. A \`folder.yml\` without \`x-tandem.id\` stays as
it is until something in it changes. Renaming a folder in the app renames its directory, unless someone chose a different name for it. Deleting a
folder on one side deletes it on the other, unless something in it stays. A directory without YAML files is not a folder. Two directories of one
parent with the same \`info.name\` are shown as one folder, with the warning \`duplicateFolder\`.

Two clones that change different requests, or distant lines of one file, merge in git without conflicts. Use
the merge driver to merge neighbouring lines too. Files with git conflict markers are
reported with their line and left unchanged.

A fresh clone works immediately: \`--workspace\` reads its \`tandem/\` folder at startup. The server waits up to 1.5 seconds for that, so
a small folder is complete before the first response. A large folder is read while the server runs: lists show what has been read so far, the
log reports progress, \`synchronization_synchronize\` waits, and clients get \`resources/list_changed\` at the end. If the server stops meanwhile, it
continues at the next start. After you switch branches, the next synchronization reads the changes.

All scalars are text: \`1e3\`, \`null\` and \`2020-01-01\` are taken literally. \`disabled\` and \`secret\` accept \`true\`, \`yes\` and \`on\` in
any case. Headers as a map, or JSON written as YAML, are reported with their line and not read. So are files with an upper-case
extension such as \`.YML\`.

Symbolic links are not followed. Folders nested more than 32 deep and names that are not UTF-8 are reported and not read. The same
applies to files that exceed one of these limits:

| limit | default | environment variable |
| - | - | - |
| bytes per file | 2,500,000 | \`TANDEM_FOLDER_FILE_BYTES\` |
| mappings, lists, keys and values | 50,000 | \`TANDEM_FOLDER_FILE_NODES\` |
| nesting depth | 100 | \`TANDEM_FOLDER_FILE_DEPTH\` |
| aliases | 100 | |
| milliseconds to process one file | 15,000 | \`TANDEM_FOLDER_FILE_MS\` |

Large files are processed in a separate thread, so other calls continue. A file that would exceed a limit is not written: the warning
\`tooLarge\` names the path, and the request stays in the app.

A problem with one file never affects the others. A file that triggers a bug in Tandem is reported as \`invalid\` with the reason, and the log
has the stack. Requests with the same name get the files \`get-user.yml\`, \`get-user-2.yml\` and so on.

## Secrets

Files name secrets and never contain their values. A field that contains the value of a secret of any workspace is withheld: it stays in the app and
is not written to the file. This applies to values of six or more characters, in the same forms that are hidden from agents.

- A value that someone writes into a file is moved to the app and removed from the file in one run.
- A value that a secret gets later is removed from the files by the next run. It remains in the git history.
- \`hosts\` next to \`secret: true\` is a list of the hosts that the secret may be sent to. They bind a secret that had none, and
  may narrow its hosts; anything wider waits until a person agrees in the window.
- A value in a comment, in a key of another program, or next to \`secret: true\` is not read and not removed. The warning
  \`secretInFile\` names the file until you remove it.
- A secret that its file no longer names is removed from the app. Its value is kept outside the files and hidden from agents, and comes back when
  you return to a branch that names it. The same applies to an environment whose file is missing, including whether it was active.

In a fresh clone, a secret has no value until you set it in the app or with \`TANDEM_SECRET_<NAME>\`: \`TANDEM_SECRET_API_KEY\` for
the secret \`API_KEY\`, and for \`api-key\`. Because the folder decides which secrets it needs, a workspace gets such a value only after you
allow it: once per workspace and name under Environments in the window, or for one process with
\`--allow-env-secrets API_KEY\` (or \`all\`). Until then, executions have the diagnostic \`SECRET_NOT_CONFIRMED\`. The value is hidden
either way, and never stored.
`;
