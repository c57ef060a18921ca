export { createMemoryLocations, noJsonPath, type Plan, type RecordedEvents } from './planned-ambient.js';
export { type PlannedApplication, createPlannedApplication } from './planned-application.js';
