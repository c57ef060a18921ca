import type { FolderWarning } from '@tandem/core';

import { findUnusedCertificates } from '../document/connections.js';
import { isFault, parse } from '../yaml/parse.js';
import type { FoundEntity } from './found.js';

/** The client certificates in the manifest that no server is shown; they stay there. */
export const findCertificateWarnings = (found: Iterable<FoundEntity>): readonly FolderWarning[] =>
  [...found].flatMap(({ kind, file: { path, text } }) => {
    if (kind !== 'workspace' || !text.includes('clientCertificates')) return [];
    const parsed = parse(text);
    if (isFault(parsed)) return [];
    return findUnusedCertificates(parsed.tree).map((index) => ({
      code: 'certificateUnused',
      message: `config.clientCertificates[${index}] is kept but shown to no server; it must have the type pem with certificateFilePath and privateKeyFilePath, or pkcs12 with pkcs12FilePath`,
      path,
    }));
  });
