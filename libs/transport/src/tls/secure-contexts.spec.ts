import { describe, expect, it } from 'vitest';

import type { ClientCertificate, TlsOptions } from '@tandem/core';

import { createSelfSigned } from '../testing/self-signed.js';
import type { UnsendableError } from '../errors.js';
import { createSecureContexts } from './secure-contexts.js';

const getBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const createNamedFile = (name: string, text: string) => ({ name, bytes: getBytes(text) });
const [own, other] = [createSelfSigned('a.example'), createSelfSigned('b.example')];

const certificate = (more: object = {}): ClientCertificate => ({
  ...{
    type: 'pem',
    domain: 'a.example',
    certificate: createNamedFile('c.pem', own.cert),
    key: createNamedFile('k.pem', own.key),
  },
  ...more,
});

const fault = (options: TlsOptions, url = 'https://a.example/'): unknown => {
  try {
    createSecureContexts(options)(new URL(url));
    return undefined;
  } catch (error) {
    return (error as UnsendableError).fault;
  }
};

describe('the TLS of a workspace', () => {
  it('has one context for each client certificate', () => {
    const contexts = createSecureContexts({ clientCertificates: [certificate()] });
    const [a, b] = ['https://a.example/', 'https://b.example/'].map((url) => contexts(new URL(url)));
    expect(contexts(new URL('https://a.example/x'))).toBe(a);
    expect(contexts(new URL('https://c.example/'))).toBe(b);
    expect(a).not.toBe(b);
  });

  it('cannot have a CA file without a certificate, or with a damaged certificate', () => {
    expect(fault({ ca: [createNamedFile('ca.pem', 'x')] })).toEqual({
      ...{ code: 'TLS_ERROR', details: { cause: 'CA_INVALID' } },
      message: 'The CA file ca.pem contains no PEM certificate. Export the CA as PEM (Base64).',
    });
    const damaged = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
    expect(fault({ ca: [createNamedFile('ca.pem', own.cert), createNamedFile('bad.pem', damaged)] })).toEqual(
      {
        ...{ code: 'TLS_ERROR', details: { cause: 'CA_INVALID' } },
        message: 'The CA file bad.pem contains a damaged certificate. Export the CA again as PEM.',
      },
    );
    expect(fault({ ca: [createNamedFile('ca.pem', own.cert)] })).toBeUndefined();
    expect(fault({ ca: [createNamedFile('ca.pem', 'x')], verify: false })).toBeUndefined();
  });

  it('cannot have an unusable client certificate where it is needed', () => {
    const mismatched = certificate({ key: createNamedFile('k.pem', other.key) });
    expect(fault({ clientCertificates: [mismatched] })).toEqual({
      ...{ code: 'TLS_ERROR', details: { cause: 'KEY_MISMATCH' } },
      message:
        'The key k.pem does not belong to the client certificate for a.example. Name the key that it was made with.',
    });
    expect(fault({ clientCertificates: [mismatched] }, 'https://b.example/')).toBeUndefined();
    const unreadable = {
      ...{ code: 'TLS_ERROR', details: { cause: 'CERTIFICATE_INVALID' } },
      message:
        'The client certificate for a.example cannot be read (k.pem). Use a PEM certificate with its key, or a PKCS#12 file.',
    };
    expect(
      fault({ clientCertificates: [certificate({ certificate: createNamedFile('c.pem', 'x') })] }),
    ).toEqual(unreadable);
    expect(fault({ clientCertificates: [certificate({ key: createNamedFile('k.pem', 'x') })] })).toEqual(
      unreadable,
    );
    const archive = {
      type: 'pkcs12',
      domain: 'a.example',
      pkcs12: createNamedFile('k.pem', 'x'),
    } as ClientCertificate;
    expect(fault({ clientCertificates: [archive] })).toEqual(unreadable);
  });
});
