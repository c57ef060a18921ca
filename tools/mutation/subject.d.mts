export declare class NoSubject extends Error {}
export interface Subject {
  readonly name: string;
  readonly mutate: string[];
  readonly projects: string[];
}
export declare const determineSubject: (paths: readonly string[], from: string) => Subject;
