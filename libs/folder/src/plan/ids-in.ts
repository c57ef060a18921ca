import { idPrefixes, requestKindList } from '@tandem/core';

const kinds = ['environment' as const, 'folder' as const, ...requestKindList];
const anyId = new RegExp(`\\b(?:${kinds.map((kind) => idPrefixes[kind]).join('|')})_[0-9a-z]{16}\\b`, 'g');

/** Ids that stand in a text, whatever its form: a file that cannot be read may be the one that has moved. */
export const idsIn = (text: string): readonly string[] => text.match(anyId) ?? [];
