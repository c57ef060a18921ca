import {
  createIdPattern,
  type FolderBase,
  type FolderKind,
  idPrefixes,
  type InvalidFile,
  requestKindList,
} from '@tandem/core';

import type { FileContent } from '../document/entity-file.js';
import type { FolderFile, FolderTree } from '../files/tree.js';
import { getDirectory, getScriptPath, manifestPath } from '../layout/paths.js';
import { type Fault, findConflictMarkers, isFault } from '../yaml/parse.js';
import { createDefectiveFile } from './defect.js';
import type { PlanningTools } from './draft.js';
import type { Candidate } from './identity.js';
import { awaitStep, type Steps } from './slices.js';
import { getBaseFields, isCompleteBase, toBaseFolder } from './memory.js';

const candidateKinds = ['environment' as const, 'folder' as const, ...requestKindList];
const idPattern = new RegExp(
  `\\b(?:${candidateKinds.map((kind) => idPrefixes[kind]).join('|')})_[0-9a-z]{16}\\b`,
  'g',
);

/** Finds every id in a text. An unreadable file with the id of an entity may be that entity after a move. */
export const findIds = (text: string): readonly string[] => text.match(idPattern) ?? [];

export const isId = (kind: FolderKind, id: string | undefined): id is string =>
  id !== undefined && createIdPattern(idPrefixes[kind]).test(id);

const entityFilePattern = /\.ya?ml$/;

const getExpectedKind = (path: string): 'workspace' | 'environment' | undefined => {
  if (path === manifestPath) return 'workspace';
  return getDirectory(path) === 'environments' ? 'environment' : undefined;
};

const isEntityFile = ({ path }: FolderFile): boolean =>
  entityFilePattern.test(path) &&
  !/(?:^|\/)folder\.ya?ml$/.test(path) &&
  !/.\/opencollection\.yml$/.test(path);

/** Whether the hashes alone show that a file has not changed since the last synchronization. */
const isUnchanged = (
  base: FolderBase | undefined,
  file: FolderFile,
  script: FolderFile | undefined,
  folder: string,
): base is FolderBase =>
  base !== undefined &&
  base.settled &&
  isCompleteBase(base, file.text) &&
  base.fileHash === file.hash &&
  base.scriptHash === (script?.hash ?? '') &&
  base.folder === folder;

interface CandidateContext extends PlanningTools {
  readonly tree: FolderTree;
  readonly bases: readonly FolderBase[];
  readonly folderOf: ReadonlyMap<string, string>;
  readonly invalid: InvalidFile[];
  readonly blocked: Set<string>;
  readonly workspaceId: string;
}

/** Blocks all entities that may be in an unreadable file. */
const blockEntities = (
  { workspaceId, blocked }: CandidateContext,
  { path, text }: FolderFile,
  base: FolderBase | undefined,
): void => {
  if (base) blocked.add(base.id);
  if (path === manifestPath) blocked.add(workspaceId);
  for (const id of findIds(text)) blocked.add(id);
};

/** A file with its script and its base. */
interface FileContext {
  readonly file: FolderFile;
  readonly script: FolderFile | undefined;
  readonly scriptPath: string;
  readonly base: FolderBase | undefined;
  readonly isScriptUnreadable: boolean;
}

const createFileContextLookup = ({ tree, bases }: CandidateContext): ((file: FolderFile) => FileContext) => {
  const byPath = new Map(bases.map((base) => [base.path, base]));
  const unreadable = new Set(tree.unreadable.map(({ path }) => path));
  return (file) => {
    const scriptPath = getScriptPath(file.path, (path) => tree.files.has(path));
    return {
      file,
      scriptPath,
      script: tree.files.get(scriptPath),
      base: byPath.get(file.path),
      isScriptUnreadable: unreadable.has(scriptPath),
    };
  };
};

/** Creates a candidate from the memory if the file's hash shows that it is unchanged; undefined if the file has to be read. */
const recallCandidate = (
  { folderOf, dataFolder }: CandidateContext,
  { file, script, base, isScriptUnreadable }: FileContext,
): Candidate | undefined => {
  const folder =
    file.path === manifestPath
      ? toBaseFolder('workspace', {}, dataFolder)
      : (folderOf.get(getDirectory(file.path)) ?? '');
  if (isScriptUnreadable || !isUnchanged(base, file, script, folder)) return undefined;
  const { kind } = base;
  return { file, script, base, kind, id: kind === 'workspace' ? undefined : base.id, content: null };
};

type Content = FileContent | Fault;

const startReading = (
  { documents }: CandidateContext,
  { file: { path, text }, base }: FileContext,
): Content | Promise<Content> =>
  documents.run({
    do: 'read',
    text,
    expected: getExpectedKind(path),
    remembered: base === undefined ? undefined : getBaseFields(base),
  });

/** Creates the candidate for a file that was read; undefined if the file or its script cannot be imported. */
const toCandidate = (
  reading: CandidateContext,
  beside: FileContext,
  content: Content,
): Candidate | undefined => {
  const { file, script, scriptPath, base, isScriptUnreadable } = beside;
  const markers = !isFault(content) && script ? findConflictMarkers(script.text) : undefined;
  const fault = isFault(content) ? content : markers;
  if (fault) {
    const { line, column, message } = fault;
    reading.invalid.push({ path: markers ? scriptPath : file.path, line, column, message });
  }
  if (isFault(content) || markers || isScriptUnreadable) {
    blockEntities(reading, file, base);
    return undefined;
  }
  const { kind } = content;
  // The manifest belongs to this workspace even if its id belongs to another workspace.
  const id = kind !== 'workspace' && isId(kind, content.id) ? content.id : undefined;
  return { file, script, base, kind, id, content };
};

/** Maximum number of files that are read ahead of their use. */
const readAheadCount = 64;

interface StartedCandidate {
  readonly beside: FileContext;
  readonly begun: { readonly known: Candidate } | { readonly content: Content | Promise<Content> };
}

const startCandidate = (reading: CandidateContext, beside: FileContext): StartedCandidate => {
  const known = recallCandidate(reading, beside);
  return { beside, begun: known ? { known } : { content: startReading(reading, beside) } };
};

/** Skips a file whose processing threw, which is a bug in Tandem. */
const skipDefectiveFile = (reading: CandidateContext, { file, base }: FileContext, error: unknown): void => {
  reading.onDefect(error, file.path);
  reading.invalid.push(createDefectiveFile(file.path, error));
  blockEntities(reading, file, base);
};

function* finish(
  reading: CandidateContext,
  { beside, begun }: StartedCandidate,
): Steps<Candidate | undefined> {
  if ('known' in begun) return begun.known;
  try {
    return toCandidate(reading, beside, yield* awaitStep(begun.content));
  } catch (error) {
    skipDefectiveFile(reading, beside, error);
    return undefined;
  }
}

/** Reads all candidates. Yields after each file. */
export function* readCandidates(reading: CandidateContext): Steps<readonly Candidate[]> {
  const files = [...reading.tree.files.values()].filter(isEntityFile).map(createFileContextLookup(reading));
  const all: Candidate[] = [];
  for (let from = 0; from < files.length; from += readAheadCount) {
    reading.onRead(from, files.length);
    const started: StartedCandidate[] = [];
    for (const beside of files.slice(from, from + readAheadCount)) {
      try {
        started.push(startCandidate(reading, beside));
      } catch (error) {
        skipDefectiveFile(reading, beside, error);
      }
      yield undefined;
    }
    for (const one of started) {
      const candidate = yield* finish(reading, one);
      if (candidate) all.push(candidate);
    }
    yield undefined;
  }
  return all;
}
