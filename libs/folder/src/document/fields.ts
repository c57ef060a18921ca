import type {
  Environment,
  FolderEntity,
  FolderFields,
  FolderKind,
  RequestKind,
  requestKinds,
  Workspace,
} from '@tandem/core';
import type { t } from '@tandem/core/codec';

type Decoded<Codecs extends Readonly<Record<string, t.Mixed>>> = {
  readonly [Name in keyof Codecs]: t.TypeOf<Codecs[Name]>;
};

type Placed = { readonly seq?: number | null };

/** The fields of each kind of entity as the codecs of the domain describe them. */
export type FieldsOf = {
  readonly workspace: Pick<Workspace, 'name'>;
  readonly environment: Pick<Environment, 'name' | 'variables' | 'secrets'>;
} & { readonly [K in RequestKind]: Decoded<(typeof requestKinds)[K]['fields']> & Placed };

/** An entity whose kind tells its fields. */
export type TypedEntity = {
  [Kind in FolderKind]: { readonly kind: Kind; readonly fields: FieldsOf[Kind] };
}[FolderKind];

/** Gives the fields of an entity their types. They were decoded when the file or the row was read. */
export const typed = (entity: Pick<FolderEntity, 'kind' | 'fields'>): TypedEntity => entity as TypedEntity;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The name of an entity, empty where it has none yet. */
export const nameOf = ({ name }: FolderFields): string => text(name) ?? '';

/** The folder of a request; empty at the top, and for anything else. */
export const folderOf = ({ folder }: FolderFields): string => text(folder) ?? '';

/** The place of a request in its folder; null where it has none, and for anything else. */
export const seqOf = ({ seq }: FolderFields): number | null => (typeof seq === 'number' ? seq : null);

/** The script of a request; undefined for anything else. */
export const scriptOf = ({ script }: FolderFields): string | undefined => text(script);
