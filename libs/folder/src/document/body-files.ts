import type { Body } from '@tandem/core';

import type { SomeFields } from './fields.js';

const mapBodyFiles = (body: Body, change: (file: string) => string): Body => {
  if (body.type === 'binary') return { ...body, file: change(body.file) };
  if (body.type !== 'multipart') return body;
  return {
    ...body,
    parts: body.parts.map((part) => ('file' in part ? { ...part, file: change(part.file) } : part)),
  };
};

const mapFiles = <F extends SomeFields>(fields: F, change: (file: string) => string): F =>
  fields.body === undefined ? fields : { ...fields, body: mapBodyFiles(fields.body, change) };

/** A workspace path relative to its data folder `name`. */
const toFolderPath = (name: string, file: string): string => {
  if (name === '') return file;
  const below = file.slice(name.length + 1);
  return file.startsWith(`${name}/`) && !below.startsWith('../') ? below : `../${file}`;
};

/** The inverse of {@link fromFolder}. */
const toWorkspacePath = (name: string, path: string): string => {
  if (name === '') return path;
  return path.startsWith('../') ? path.slice(3) : `${name}/${path}`;
};

/** The fields of a request as in its file: file paths are relative to the data folder. */
export const toFileFields = <F extends SomeFields>(fields: F, dataFolder: string): F =>
  mapFiles(fields, (file) => toFolderPath(dataFolder, file));

/** The fields of a request as in the app: file paths are relative to the workspace. */
export const toAppFields = <F extends SomeFields>(fields: F, dataFolder: string): F =>
  mapFiles(fields, (file) => toWorkspacePath(dataFolder, file));
