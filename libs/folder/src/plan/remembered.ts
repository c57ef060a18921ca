import type { FolderBase, FolderFields } from '@tandem/core';

export const manifestPath = 'opencollection.yml';

export const fieldsOfBase = (base: FolderBase): FolderFields => JSON.parse(base.fields) as FolderFields;
