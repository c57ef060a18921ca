/** A collection in the `.bru` format with every construct of the language, against a server at `url`. */
export const bruCollection = (url: string): Readonly<Record<string, string>> => ({
  'bruno.json': JSON.stringify({
    version: '1',
    name: 'Shop',
    type: 'collection',
    ignore: ['node_modules', '.git', 'ignored'],
  }),
  'collection.bru': `meta {
  name: Shop
}

headers {
  x-collection: {{fromCollection}}
  ~x-off: 1
}

auth {
  mode: bearer
}

auth:bearer {
  token: {{token}}
}

vars:pre-request {
  fromCollection: collection
}

script:pre-request {
  req.setHeader('x-script', 'collection');
}

tests {
  test("the collection sees it", function() {
    expect(res.getStatus()).to.equal(200);
  });
}

docs {
  # The shop
}
`,
  'environments/Local.bru': `vars {
  HOST: ${url}
  token: abc
  ~off: 1
}
vars:secret [
  PASSWORD,
  ~OTHER
]
`,
  'users/folder.bru': `meta {
  name: The users
  seq: 1
}

headers {
  x-folder: users
}

auth {
  mode: basic
}

auth:basic {
  username: ann
  password: {{PASSWORD}}
}

vars:pre-request {
  fromFolder: folder
}

docs {
  Users of the shop.
}
`,
  'users/list.bru': `meta {
  name: List users
  type: http
  seq: 1
  tags: [
    smoke
    users
  ]
}

get {
  url: {{HOST}}/users/:team?page=1&name={{fromFolder}}
  body: none
  auth: inherit
}

params:query {
  page: 1
  name: {{fromFolder}}
  ~off: 2
}

params:path {
  team: a b
}

headers {
  accept: application/json
  ~x-disabled: 1
}

vars:pre-request {
  own: request
}

vars:post-response {
  firstName: res.body.name
}

assert {
  res.status: eq 200
  res.body.name: isString
  ~res.body.off: isNumber
}

script:pre-request {
  // a brace in a script: }
  if (true) {
    bru.setVar('counter', 1);
  }
}

script:post-response {
  bru.setVar('seen', res.getStatus());
}

tests {
  test("has a name", function() {
    expect(res.body.name).to.equal('Ann');
    expect(bru.getVar('seen')).to.equal(200);
  });
}

settings {
  encodeUrl: true
  timeout: 4000
  followRedirects: true
  maxRedirects: 3
}

docs {
  ## Lists users

  - {{HOST}}
}
`,
  'users/create.bru': `meta {
  name: Create a user
  type: http
  seq: 2
}

post {
  url: {{HOST}}/users
  body: json
  auth: none
}

body:json {
  {
    "name": "{{firstName}}",
    "nested": { "a": [1, 2] }
  }
}

tests {
  test("sends what was seen", function() {
    expect(req.getBody().name).to.equal('Ann');
  });
}
`,
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
  'files/a.txt': 'the file\n',
  'search.bru': `meta {
  name: Search
  type: graphql
  seq: 1
}

post {
  url: {{HOST}}/graphql
  body: graphql
  auth: inherit
}

body:graphql {
  query Users($take: Int) {
    users(take: $take) { name }
  }
}

body:graphql:vars {
  { "take": 2 }
}

assert {
  res.status: eq 200
}
`,
  'auth/key.bru': withAuth('Key', 1, 'apikey', 'key: x-key\n  value: {{token}}\n  placement: header'),
  'kept/query.bru': withAuth(
    'Query key',
    2,
    'apikey',
    'key: key\n  value: {{token}}\n  placement: queryparams',
  ),
  'auth/basic.bru': withAuth('Basic', 3, 'basic', 'username: bob\n  password: secret'),
  'auth/bearer.bru': withAuth('Bearer', 4, 'bearer', 'token: {{token}}'),
  'kept/digest.bru': withAuth('Digest', 1, 'digest', 'username: bob\n  password: secret'),
  'kept/wsse.bru': withAuth('WSSE', 2, 'wsse', 'username: bob\n  password: secret'),
  'kept/ntlm.bru': withAuth('NTLM', 3, 'ntlm', 'username: bob\n  password: secret\n  domain: d'),
  'kept/aws.bru': withAuth(
    'AWS',
    4,
    'awsv4',
    'accessKeyId: a\n  secretAccessKey: b\n  sessionToken: c\n  service: s3\n  region: eu\n  profileName: ',
  ),
  'kept/oauth2.bru': withAuth(
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
  'kept/stream.bru': `meta {
  name: Stream
  type: grpc
  seq: 7
}

grpc {
  url: {{HOST}}
  method: /a/B
  body: grpc
  auth: none
  methodType: unary
}

body:grpc {
  name: message 1
  content: '''
    {}
  '''
}
`,
  'ignored/not.bru': 'this is not read',
});

function request(name: string, seq: number, method: string, body: string, more: string): string {
  return `meta {\n  name: ${name}\n  type: http\n  seq: ${seq}\n}\n\n${method} {\n  url: {{HOST}}/${encodeURIComponent(name)}\n  body: ${body}\n  auth: none\n}\n\n${more}\n\nassert {\n  res.status: eq 200\n}\n`;
}

function withAuth(name: string, seq: number, mode: string, fields: string): string {
  return `meta {\n  name: ${name}\n  type: http\n  seq: ${seq}\n}\n\nget {\n  url: {{HOST}}/auth/${encodeURIComponent(name)}\n  body: none\n  auth: ${mode}\n}\n\nauth:${mode} {\n  ${fields}\n}\n\nassert {\n  res.status: eq 200\n}\n`;
}
