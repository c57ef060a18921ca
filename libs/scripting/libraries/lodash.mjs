export { default } from 'lodash';
