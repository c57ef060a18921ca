export { Preferences } from './contract/preferences.js';
export { toSocketProtocols, proofHeader, parseProof, socketProtocol } from './contract/proof.js';
export { keyPath, ResumeCall, ResumeChallenge, resumePath, formatSignedMessage } from './contract/resume.js';
export { Status } from './contract/status.js';
