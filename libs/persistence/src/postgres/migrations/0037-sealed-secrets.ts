import type { MigrationInterface } from 'typeorm';

/**
 * Secrets are sealed when the store is opened, since that needs their key. The name of this migration keeps older versions, which
 * would send the sealed form, from opening the store.
 */
export class SealedSecrets1795438800000 implements MigrationInterface {
  static readonly migrationName = 'SealedSecrets1795438800000';
  readonly name = SealedSecrets1795438800000.migrationName;

  up(): Promise<void> {
    return Promise.resolve();
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
