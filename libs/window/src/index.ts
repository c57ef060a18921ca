export { Preferences } from './contract/preferences.js';
export { offeredProtocols, proofHeader, proofIn, socketProtocol } from './contract/proof.js';
export { keyPath, ResumeCall, ResumeChallenge, resumePath, signedText } from './contract/resume.js';
export { Status } from './contract/status.js';
