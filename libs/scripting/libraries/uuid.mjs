export * as default from 'uuid';
