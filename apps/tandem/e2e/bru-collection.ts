import { bruAuth, bruBodies } from './bru-requests.js';

/** A collection of `.bru` files with every construct of the language, for a server at `url`. */
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
  ...bruBodies,
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
  ...bruAuth,
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
