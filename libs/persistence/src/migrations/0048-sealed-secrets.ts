import type { MigrationInterface } from 'typeorm';

/**
 * Secrets are sealed when the file is opened, since that needs their key. The name of this migration keeps older versions, which
 * would send the sealed form, from opening the file.
 */
export class SealedSecrets1795417200000 implements MigrationInterface {
  static readonly migrationName = 'SealedSecrets1795417200000';
  readonly name = SealedSecrets1795417200000.migrationName;

  up(): Promise<void> {
    return Promise.resolve();
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
