import { describe, expect, it } from 'vitest';

import { createPair } from '../value.js';
import { isCredential } from './vault.js';

/** Names and values from real documents that grant no access. */
const harmless: readonly (readonly [string, string])[] = [
  ['password', 'password'],
  ['password', 'Password1!'],
  ['password', 'changeme'],
  ['password', '{{password}}'],
  ['password', '<password>'],
  ['password', '********'],
  ['password', 'string'],
  ['new_password', 'your-new-password'],
  ['confirmPassword', 'test1234'],
  ['token', '<token>'],
  ['token', 'YOUR_TOKEN_HERE'],
  ['token', 'your_access_token'],
  ['token', 'null'],
  ['token', 'undefined'],
  ['token', 'bearer'],
  ['access_token', 'ACCESS_TOKEN'],
  ['accessToken', 'my-access-token'],
  ['refresh_token', 'refresh_token'],
  ['refreshToken', '[refresh token]'],
  ['api_key', 'your-api-key'],
  ['api_key', 'YOUR API KEY'],
  ['apiKey', '${API_KEY}'],
  ['apiKey', '$API_KEY'],
  ['apikey', 'demo'],
  ['x-api-key', 'API_KEY'],
  ['X-Api-Key', 'insert-key-here'],
  ['client_secret', 'client_secret'],
  ['client_secret', '<<client-secret>>'],
  ['clientSecret', 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx'],
  ['secret', 'true'],
  ['secret', 'top'],
  ['Authorization', 'Bearer <token>'],
  ['Authorization', 'Bearer {{token}}'],
  ['Authorization', 'Bearer YOUR_TOKEN'],
  ['authorization', 'Basic'],
  ['is_password_reset_required', 'true'],
  ['token_type_hint', 'access_token'],
  ['Postman-Token', '3f2c1a90-7d4e-4b6f-9a11-0c5d8e7f6a21'],
  ['token', "{% response 'body', 'req_1', 'b64::JC50b2tlbg==::46b' %}"],
  ['access_token', 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9...'],
  ['token', 'tokenOfSeller || tokenOfBuyer'],
  ['consumerSecret', 'sha256-consumer-secret-value'],
  ['token', 'oauth2.0-access-token-url'],
  ['token_type', 'Bearer'],
  ['token_url', 'https://auth.example.test/oauth/token'],
  ['token_endpoint_auth_method', 'client_secret_basic'],
  ['tokenExpiresAt', '2026-11-27T10:00:00Z'],
  ['token_expires_in', '3600'],
  ['password_policy', 'at-least-12-characters'],
  ['passwordMinLength', '12'],
  ['nextPageToken', 'CAUQAA8x7Q9kL2'],
  ['page_token', 'eyJvZmZzZXQiOjEwMH0'],
  ['X-Debug-Token', '63b6fe'],
  ['public_key', 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE'],
  ['secretName', 'projects/shop/secrets/db'],
  ['secret_id', '9f86d081-884c-4d65-9a2f-eaa0c55ad015'],
  ['api_key_header', 'X-Custom-Key'],
  ['credentials', 'include'],
  ['credentials', 'same-origin'],
  ['token', 'application/json'],
  ['token', 'https://example.test/tokens/1'],
  ['password', 'ada@example.test'],
  ['passcode', '1234'],
  ['pwd', '/home/ada'],
  ['jwt', 'HS256'],
  ['Token', '0'],
  ['email', 'ada1815@example.test'],
  ['keyboard', 'qwertz105'],
  ['author', 'a1b2c3d4'],
];

/** Names and values that grant access. */
const credentials: readonly (readonly [string, string])[] = [
  ['password', 'hunter2-secret'],
  ['password', 'S3cure!pass#9'],
  ['db_password', 'kT9$wq2L'],
  ['PASSWORD', 'correct-horse-7'],
  ['passphrase', 'blue 9 whale!'],
  ['token', 'abc123def456'],
  ['authToken', '5f8d0d55b54764421b7156d9'],
  ['access_token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
  ['refreshToken', '1//0gLx9Qz81-abcDEF'],
  ['github_token', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
  ['slackToken', 'xoxb-123456789012-abcdefGHIJKL'],
  ['api_key', 'AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY'],
  ['apiKey', 'a1b2c3d4'],
  ['X-API-Key', '550e8400-e29b-41d4-a716-446655440000'],
  ['stripe_secret', 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'],
  ['secret_access_key', 'wJalrXUtnFEMI/bPxRfiCYzEXAMPLEKEY'],
  ['secretAccessKey', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
  ['client_secret', 'dGhpcyBpcyBhIHNlY3JldA=='],
  ['authorization', 'Bearer abc123def456'],
  ['Authorization', 'Basic dTpwYXNzd29yZA=='],
  ['jwt', 'eyJhbGciOi.payload.signature'],
  ['bearer', 'q8Zr2LmN0pXv'],
  ['private_key', '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----'],
  ['credentials', 'ada:Kq8!zR2w'],
];

const listCredentials = (all: typeof harmless): readonly string[] =>
  all
    .filter(([name, value]) => isCredential(createPair(name, value)))
    .map(([name, value]) => `${name}: ${value}`);

describe('a value that real documents call password, token or key', { tags: 'import:secrets:shape' }, () => {
  it('becomes a secret by mistake in at most one of ten harmless cases', () => {
    const mistakes = listCredentials(harmless);
    expect(harmless.length).toBeGreaterThanOrEqual(60);
    expect(mistakes.length / harmless.length, mistakes.join('\n')).toBeLessThanOrEqual(0.1);
  });

  it('always becomes a secret if it grants access', () => {
    expect(listCredentials(credentials)).toEqual(credentials.map(([name, value]) => `${name}: ${value}`));
  });
});
