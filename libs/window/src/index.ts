export { Preferences } from './contract.js';
export { toSocketProtocols, proofHeader, parseProof, socketProtocol } from './contract.js';
export { keyPath, ResumeCall, ResumeChallenge, resumePath, formatSignedMessage } from './contract.js';
export { Status } from './contract.js';
