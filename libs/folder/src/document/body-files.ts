import type { Body } from '@tandem/core';

import type { SomeFields } from './fields.js';

const changed = (body: Body, change: (file: string) => string): Body => {
  if (body.type === 'binary') return { ...body, file: change(body.file) };
  if (body.type !== 'multipart') return body;
  return {
    ...body,
    parts: body.parts.map((part) => ('file' in part ? { ...part, file: change(part.file) } : part)),
  };
};

const withFiles = <F extends SomeFields>(fields: F, change: (file: string) => string): F =>
  fields.body === undefined ? fields : { ...fields, body: changed(fields.body, change) };

/** A path of the workspace as seen from its data folder `name`. */
const fromFolder = (name: string, file: string): string => {
  if (name === '') return file;
  const below = file.slice(name.length + 1);
  return file.startsWith(`${name}/`) && !below.startsWith('../') ? below : `../${file}`;
};

/** The inverse of {@link fromFolder}. */
const fromWorkspace = (name: string, path: string): string => {
  if (name === '') return path;
  return path.startsWith('../') ? path.slice(3) : `${name}/${path}`;
};

/** The fields of a request as its file has them: paths of files count from the data folder. */
export const asInFile = <F extends SomeFields>(fields: F, dataFolder: string): F =>
  withFiles(fields, (file) => fromFolder(dataFolder, file));

/** The fields of a request as the app has them: paths of files count from the workspace. */
export const asInApp = <F extends SomeFields>(fields: F, dataFolder: string): F =>
  withFiles(fields, (file) => fromWorkspace(dataFolder, file));
