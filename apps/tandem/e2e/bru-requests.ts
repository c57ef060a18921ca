const request = (name: string, seq: number, method: string, body: string, more: string): string =>
  `meta {\n  name: ${name}\n  type: http\n  seq: ${seq}\n}\n\n${method} {\n  url: {{HOST}}/${encodeURIComponent(name)}\n  body: ${body}\n  auth: none\n}\n\n${more}\n\nassert {\n  res.status: eq 200\n}\n`;

const formatRequestWithAuth = (name: string, seq: number, mode: string, fields: string): string =>
  `meta {\n  name: ${name}\n  type: http\n  seq: ${seq}\n}\n\nget {\n  url: {{HOST}}/auth/${encodeURIComponent(name)}\n  body: none\n  auth: ${mode}\n}\n\nauth:${mode} {\n  ${fields}\n}\n\nassert {\n  res.status: eq 200\n}\n`;

/** A request for each kind of body. */
export const bruBodies: Readonly<Record<string, string>> = {
  'bodies/text.bru': request('Text', 1, 'put', 'text', 'body:text {\n  one\n  two\n}'),
  'bodies/xml.bru': request('XML', 2, 'patch', 'xml', 'body:xml {\n  <a>\n    <b/>\n  </a>\n}'),
  'bodies/sparql.bru': request(
    'SPARQL',
    3,
    'post',
    'sparql',
    'body:sparql {\n  SELECT * WHERE { ?s ?p ?o }\n}',
  ),
  'bodies/form.bru': request(
    'Form',
    4,
    'post',
    'formUrlEncoded',
    'body:form-urlencoded {\n  a: 1\n  b: x y\n  ~c: 3\n}',
  ),
  'bodies/parts.bru': request(
    'Parts',
    5,
    'post',
    'multipartForm',
    'body:multipart-form {\n  a: 1\n  upload: @file(files/a.txt) @contentType(text/plain)\n  ~c: 3\n}',
  ),
  'bodies/file.bru': request(
    'File',
    6,
    'post',
    'file',
    'body:file {\n  file: @file(files/a.txt) @contentType(text/plain)\n}',
  ),
  'bodies/delete.bru': request('Delete', 7, 'delete', 'none', ''),
  'bodies/options.bru': request('Options', 8, 'options', 'none', ''),
};

/** A request for each kind of auth. Tandem sends the requests named in `kept` in another way than Bruno. */
export const bruAuth: Readonly<Record<string, string>> = {
  'auth/key.bru': formatRequestWithAuth(
    'Key',
    1,
    'apikey',
    'key: x-key\n  value: {{token}}\n  placement: header',
  ),
  'kept/query.bru': formatRequestWithAuth(
    'Query key',
    2,
    'apikey',
    'key: key\n  value: {{token}}\n  placement: queryparams',
  ),
  'auth/basic.bru': formatRequestWithAuth('Basic', 3, 'basic', 'username: bob\n  password: secret'),
  'auth/bearer.bru': formatRequestWithAuth('Bearer', 4, 'bearer', 'token: {{token}}'),
  'kept/digest.bru': formatRequestWithAuth('Digest', 1, 'digest', 'username: bob\n  password: secret'),
  'kept/wsse.bru': formatRequestWithAuth('WSSE', 2, 'wsse', 'username: bob\n  password: secret'),
  'kept/ntlm.bru': formatRequestWithAuth('NTLM', 3, 'ntlm', 'username: bob\n  password: secret\n  domain: d'),
  'kept/aws.bru': formatRequestWithAuth(
    'AWS',
    4,
    'awsv4',
    'accessKeyId: a\n  secretAccessKey: b\n  sessionToken: c\n  service: s3\n  region: eu\n  profileName: ',
  ),
  'kept/oauth2.bru': formatRequestWithAuth(
    'OAuth 2.0',
    5,
    'oauth2',
    'grant_type: client_credentials\n  access_token_url: {{HOST}}/token\n  client_id: a\n  client_secret: b\n  scope: c\n  credentials_placement: body\n  credentials_id: credentials\n  token_placement: header\n  token_header_prefix: Bearer\n  auto_fetch_token: true\n  auto_refresh_token: false',
  ),
  'kept/inactive.bru': request(
    'Inactive body',
    6,
    'post',
    'json',
    'body:json {\n  {}\n}\n\nbody:text {\n  not sent\n}',
  ),
};
