export * as default from 'buffer/';
