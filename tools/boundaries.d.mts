export interface DepConstraint {
  readonly sourceTag: string;
  readonly onlyDependOnLibsWithTags?: readonly string[];
  readonly allowedExternalImports?: readonly string[];
}

export declare const depConstraints: readonly DepConstraint[];
