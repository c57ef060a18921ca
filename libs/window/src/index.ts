export { Preferences } from './contract/preferences.js';
export { offeredProtocols, proofHeader, proofIn, socketProtocol } from './contract/proof.js';
export { Status } from './contract/status.js';
