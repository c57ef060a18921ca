import type { BruFile, ConvertedFile } from './convert.js';

/** The YAML file for a `.bru` file. */
export interface Target {
  readonly from: string;
  readonly path: string;
  readonly text: string;
}

const reservedNames = new Set(['opencollection.yml', 'folder.yml']);

const getTargetPath = ({ kind, path }: BruFile): string => {
  if (kind === 'collection') return 'opencollection.yml';
  const yml = path.replace(/\.bru$/, '.yml');
  // A request's name may have another meaning in YAML.
  return kind === 'request' && reservedNames.has(yml.slice(yml.lastIndexOf('/') + 1))
    ? yml.replace(/\.yml$/, '-1.yml')
    : yml;
};

/** The files to write, the manifest last: without it the folder is not a YAML collection yet. */
export const createTargets = (
  files: readonly BruFile[],
  converted: readonly ConvertedFile[],
): readonly Target[] => {
  const texts = new Map(converted.flatMap((one) => ('text' in one ? [[one.path, one.text] as const] : [])));
  const all = files.flatMap((file): readonly Target[] => {
    const text = texts.get(file.path);
    return text === undefined ? [] : [{ from: file.path, path: getTargetPath(file), text }];
  });
  const isManifest = ({ path }: Target): boolean => path === 'opencollection.yml';
  return [...all.filter((one) => !isManifest(one)), ...all.filter(isManifest)];
};
