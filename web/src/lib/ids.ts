// Ids of requests: unique for this player, also over plain http where `crypto.randomUUID` does not exist.

const random = crypto.getRandomValues(new Uint32Array(3));
const prefix = [...random].map((word) => word.toString(36)).join('');
let count = 0;

export const nextId = (): string => `${prefix}-${(count += 1)}`;
