#!/usr/bin/env bash

# Log in
curl -s http://127.0.0.1:8097/login --json '{ "name": "ada", "password": "lovelace" }'

# List users
curl -sG http://127.0.0.1:8097/users -d sort=name -H 'Accept: application/json' | cat

# Get a user
curl "http://127.0.0.1:8097/users/1" --compressed --max-time 5

# Find a user
curl 'http://127.0.0.1:8097/graphql' \
  -H 'content-type: application/json' \
  --data-raw $'{"query":"query Find($id: Int\u0021) { user(id: $id) { id name } }","variables":{"id":2}}'

# Upload an avatar
curl http://127.0.0.1:8097/avatars -F user=1 -F 'avatar=@avatar.txt;type=text/plain'

# Place an order
curl -X POST http://127.0.0.1:8097/orders \
  -H 'Authorization: Bearer shop-session-9f3bA71cQx2' \
  -H 'Content-Type: application/json' \
  -d '{ "pens": 3 }'

# Look at the stock
curl http://127.0.0.1:8097/stock -H 'X-Api-Key: shop-k3y-8Zq41mVt'

# Read the report
curl -u ada:lovelace http://127.0.0.1:8097/reports
