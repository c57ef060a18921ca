module.exports = { toRoom: (name) => `room-${name.toLowerCase()}` };
