/** The types of the part of aws4 that Tandem uses. The package has none. */
declare module 'aws4' {
  interface Signer {
    /** The signing time, as in `x-amz-date`. */
    datetime: string;
    authHeader(): string;
  }
  interface Signed {
    readonly method: string;
    readonly path: string;
    readonly region: string;
    readonly service: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | Buffer;
    /** Whether aws4 must not add header fields. */
    readonly doNotModifyHeaders: boolean;
  }
  interface Keys {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  }
  const aws4: { readonly RequestSigner: new (request: Signed, keys: Keys) => Signer };
  export default aws4;
}
