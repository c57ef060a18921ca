/** The file that starts Tandem with the Node beside it. */
export declare const createLauncher: (platform: NodeJS.Platform) => {
  readonly name: string;
  readonly text: string;
  readonly node: string;
};
