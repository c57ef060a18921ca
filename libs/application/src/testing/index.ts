export { memoryLocations, noJsonPath, type Plan, type Seen } from './planned-ambient.js';
export { type PlannedApplication, plannedApplication } from './planned-application.js';
