import { idPrefixes, requestKindList } from '@tandem/core';

const kinds = ['environment' as const, 'folder' as const, ...requestKindList];
const anyId = new RegExp(`\\b(?:${kinds.map((kind) => idPrefixes[kind]).join('|')})_[0-9a-z]{16}\\b`, 'g');

/** Ids found anywhere in a text: an unreadable file may be the one that has moved. */
export const findIds = (text: string): readonly string[] => text.match(anyId) ?? [];
