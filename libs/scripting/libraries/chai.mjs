import * as chai from 'chai';
import withPostman from 'chai-postman';

/** Chai, and what gives it the assertions of Postman. */
export default { chai: chai.default ?? chai, withPostman };
