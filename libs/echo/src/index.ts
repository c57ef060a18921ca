export { createEchoApp, type EchoApp } from './create-app.js';
export { source } from './echo-text.js';
export { type AnsweredRequest, defaultEchoOptions, type EchoOptions } from './options.js';
export { type EchoServerOptions, type EchoServer, startEchoServer } from './server.js';
