'use strict';

// What the transport uses of undici. Its index also loads fetch, WebSocket, caches and mocks, which is half of its code.
const Dispatcher = require('undici/lib/dispatcher/dispatcher.js');
const Agent = require('undici/lib/dispatcher/agent.js');
const buildConnector = require('undici/lib/core/connect.js');

// The methods that its index adds, such as `request`.
Object.assign(Dispatcher.prototype, require('undici/lib/api/index.js'));

module.exports = { Agent, Dispatcher, buildConnector };
