import { describeUnsetVariable } from '@tandem/core';
import type { RpcMethods } from '@tandem/rpc/client';

import { formatCount } from '../shell/phrases.js';
import {
  type ImportChoice,
  toImportChoice,
  type ImportNode,
  createImportTree,
  listLeafKeys,
  describeAppliedPlan,
  type ImportPlan,
  describeActivation,
  describePlan,
  describeUpdate,
} from './import-tree.js';

/** The text of a document, and its source URL. */
interface ImportedText {
  readonly name: string;
  readonly text: string;
  readonly url?: string;
  readonly base?: string;
}

/** Documents that are imported together. */
export interface ImportedDocuments {
  readonly title: string;
  /** The documents. If a folder was dropped, their names are paths that begin with the folder. */
  readonly documents: readonly ImportedText[];
  /** Texts that the documents may refer to, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Dropped files that are not documents. */
  readonly passedOver?: readonly LeftOut[];
  /** All files of dropped folders, by path. Requests of the documents may send them. */
  readonly sentFiles?: ReadonlyMap<string, () => Promise<File>>;
}

interface LeftOut {
  readonly place: string;
  readonly what: string;
}

/** A document with its plan, or with the reason why it cannot be imported. */
export interface PlannedImport extends ImportedText {
  readonly plan?: ImportPlan;
  readonly problem?: string;
  readonly nodes: readonly ImportNode[];
}

type ImportResults = RpcMethods['imports_applyMany']['result']['imports'];

const prefixKeys = (prefix: string, node: ImportNode): ImportNode => ({
  ...node,
  key: `${prefix}${node.key}`,
  children: node.children.map((one) => prefixKeys(prefix, one)),
});

/** Combines the documents with the server's plans. Keys of nodes are unique only within a document. */
export const toPlannedImports = (
  { documents }: ImportedDocuments,
  results: ImportResults,
): readonly PlannedImport[] =>
  documents.map((document, at) => {
    const { result: plan, problem } = results[at] ?? {};
    if (plan === undefined) return { ...document, problem: problem ?? 'cannot be imported', nodes: [] };
    const nodes = createImportTree(plan);
    return {
      ...document,
      plan,
      nodes: documents.length === 1 ? nodes : nodes.map((one) => prefixKeys(`${at} `, one)),
    };
  });

/** Merges the folders and environments of all documents into one tree. */
export const mergeTrees = (planned: readonly PlannedImport[]): readonly ImportNode[] => {
  const all = planned.flatMap(({ nodes }) => nodes);
  const [first, ...others] = all.filter(({ kind }) => kind === 'environments');
  const folders = all.filter(({ kind }) => kind !== 'environments');
  if (first === undefined) return folders;
  return [...folders, { ...first, children: [first, ...others].flatMap(({ children }) => children) }];
};

/** Selects the documents of which at least one part is selected, each with the person's choices. */
export const pickChosenDocuments = (
  planned: readonly PlannedImport[],
  left: ReadonlySet<string>,
): readonly (ImportChoice & ImportedText)[] =>
  planned
    .filter(({ plan }) => plan !== undefined)
    .filter(({ nodes }) => nodes.length === 0 || nodes.flatMap(listLeafKeys).some((key) => !left.has(key)))
    .map(({ plan: _, problem: __, nodes, ...document }) => ({ ...document, ...toImportChoice(nodes, left) }));

const listPlans = (planned: readonly PlannedImport[]): readonly ImportPlan[] =>
  planned.flatMap(({ plan }) => plan ?? []);

const sumPlans = <A>(plans: readonly A[], of: (plan: A) => number): number =>
  plans.reduce((sum, plan) => sum + of(plan), 0);

type UpdateCounts = NonNullable<ImportPlan['update']>['counts'];

/** Describes the totals of all updates. */
const describeUpdates = (plans: readonly ImportPlan[]): string => {
  const of = (name: keyof UpdateCounts): number => sumPlans(plans, ({ update }) => update?.counts[name] ?? 0);
  const counts = { new: of('new'), changed: of('changed'), unchanged: of('unchanged'), gone: of('gone') };
  return describeUpdate({ counts });
};

/** Describes what all documents contain, in a sentence or two. */
export const describePlans = (planned: readonly PlannedImport[]): string => {
  const plans = listPlans(planned);
  const [only] = plans;
  if (only !== undefined && plans.length === 1) return describePlan(only);
  const [made, updated] = [
    plans.filter(({ update }) => update === undefined),
    plans.filter(({ update }) => update !== undefined),
  ];
  const brought = (
    [
      [sumPlans(made, ({ counts }) => counts.requests), 'request'],
      [sumPlans(made, ({ counts }) => counts.examples ?? 0), 'example'],
      [sumPlans(made, ({ counts }) => counts.folders), 'folder'],
      [sumPlans(made, ({ counts }) => counts.environments), 'environment'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, noun]) => formatCount(count, noun));
  return [
    ...(brought.length > 0 ? [`They contain ${brought.join(', ')}.`] : []),
    ...(updated.length > 0
      ? [`They update ${formatCount(updated.length, 'folder')}: ${describeUpdates(updated)}.`]
      : []),
  ].join(' ');
};

/** Describes what was imported, in a sentence or two. */
export const describeAppliedPlans = (plans: readonly ImportPlan[]): string => {
  const [only] = plans;
  if (only !== undefined && plans.length === 1) return describeAppliedPlan(only);
  const requests = sumPlans(plans, ({ counts, update }) => (update === undefined ? counts.requests : 0));
  const updated = plans.filter(({ update }) => update !== undefined);
  return [
    `Imported ${formatCount(requests, 'request')} from ${formatCount(plans.length - updated.length, 'document')}.`,
    ...(updated.length > 0
      ? [`Updated ${formatCount(updated.length, 'folder')}: ${describeUpdates(updated)}.`]
      : []),
    ...describeActivation(
      plans.find((one) => one.activated !== undefined || one.activate !== undefined) ?? {},
    ),
  ].join(' ');
};

/**
 * Lists values that are secrets in the workspace but that the document contains in plain text. They are never written to
 * a file.
 */
const listPlainSecrets = ({ knownSecrets = [] }: ImportPlan) =>
  knownSecrets
    .filter(({ now }) => now === 'plain')
    .map(({ place, secret }) => ({
      place,
      what: `the value of the secret ${secret}, which is not written to files; use {{${secret}}} there`,
    }));

/** Lists what cannot be imported from the documents. If there are several, each location begins with its document's name. */
export const listLeftOut = (planned: readonly PlannedImport[]) => {
  const isOne = planned.length === 1;
  const shown = planned.flatMap(({ name, plan }) => {
    const secrets = plan === undefined ? [] : listPlainSecrets(plan);
    const lost = [...secrets, ...(plan?.leftOut ?? [])];
    return [
      {
        lost: lost.map(({ place, what }) => ({ place: isOne ? place : `${name}: ${place}`, what })),
        count: secrets.length + (plan?.counts.leftOut ?? 0),
      },
    ];
  });
  return { leftOut: shown.flatMap(({ lost }) => lost), count: sumPlans(shown, ({ count }) => count) };
};

/** Lists the variables that documents use and nothing sets, or only an environment of another import. */
export const listUnset = (planned: readonly PlannedImport[]): readonly LeftOut[] =>
  listPlans(planned).flatMap(({ unset = [] }) =>
    unset.map(({ name, from }) => describeUnsetVariable(name, from)),
  );

type FileToAdd = NonNullable<ImportPlan['files']>[number];

/** Whether a file that a request sends is within the workspace's folder. */
const isInFolder = (file: string): boolean =>
  !/^(?:[/\\~]|[a-z]:)|\{\{/i.test(file) && !file.split(/[/\\]/).includes('..');

/**
 * Lists the paths among the dropped files that a file of a document may have. Files that were picked without their folders have no
 * path, only a name.
 */
const listDroppedPaths = (document: string, file: string): readonly string[] =>
  document.includes('/')
    ? [`${document.slice(0, document.lastIndexOf('/') + 1)}${file}`]
    : [file, ...(isInFolder(file) ? [file.slice(file.lastIndexOf('/') + 1)] : [])];

/** Splits the files that requests send and that the workspace's folder lacks into those that were dropped and the others. */
export const splitFiles = (
  planned: readonly { readonly name: string; readonly files?: readonly FileToAdd[] | undefined }[],
  { sentFiles = new Map() }: Pick<ImportedDocuments, 'sentFiles'>,
) => {
  const dropped = new Map<string, () => Promise<File>>();
  const missing: FileToAdd[] = [];
  for (const { name, files = [] } of planned)
    for (const one of files) {
      const open = listDroppedPaths(name, one.file).flatMap((path) => sentFiles.get(path) ?? [])[0];
      if (open === undefined) missing.push(one);
      else dropped.set(one.file, open);
    }
  return { dropped, missing };
};

/** For each reason why a value becomes a secret, the text for the person. */
const reasonLabels = {
  document: 'the document says so',
  place: 'it stands where credentials do',
  name: 'its name says so',
  value: 'it looks generated',
} as const;

/** A value that becomes a secret, or that a person has declared not to be a secret. */
export interface PlannedSecret {
  readonly name: string;
  /** The reason; absent if the value does not become a secret. */
  readonly why?: string;
}

/** Lists the secrets of all plans by name, and the values that are not secrets. */
export const listPlannedSecrets = (planned: readonly PlannedImport[]): readonly PlannedSecret[] => {
  const all = new Map<string, PlannedSecret>();
  for (const { environments, plain = [] } of listPlans(planned)) {
    for (const name of plain) all.set(name, { name });
    for (const { name, why } of environments.flatMap(({ reasons = [] }) => reasons))
      all.set(name, { name, why: reasonLabels[why] });
  }
  return [...all.values()];
};

/** The kinds of content that an import can leave out, with their counts. */
export type Noise = NonNullable<ImportPlan['noise']>;
/** A kind of content that an import leaves out unless the person chooses it. */
export type NoiseKind = Noise[number]['kind'];

/** The noise of all recordings, by kind. */
export const collectNoise = (planned: readonly PlannedImport[]): Noise => {
  const all = new Map<NoiseKind, number>();
  for (const { noise = [] } of listPlans(planned))
    for (const { kind, count } of noise) all.set(kind, (all.get(kind) ?? 0) + count);
  return [...all].map(([kind, count]) => ({ kind, count }));
};

/** Lists what is not imported, and why. */
export const listNotImported = (
  planned: readonly PlannedImport[],
  { passedOver = [] }: ImportedDocuments,
): readonly LeftOut[] => [
  ...planned.flatMap(({ name, problem }) => (problem === undefined ? [] : [{ place: name, what: problem }])),
  ...passedOver,
];
