export { Preferences } from './contract.js';
export { keyPath, toSocketProtocols, proofHeader, parseProof, socketProtocol } from './proof.js';
export { ResumeCall, ResumeChallenge, resumePath, formatSignedMessage } from './contract.js';
export { Status } from './contract.js';
