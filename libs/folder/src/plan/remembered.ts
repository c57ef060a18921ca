import type { FolderBase } from '@tandem/core';
import { parseFields, type SomeFields } from '../document/fields.js';

export const manifestPath = 'opencollection.yml';

export const fieldsOfBase = (base: FolderBase): SomeFields => parseFields(base.fields);
