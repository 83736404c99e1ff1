/**
 * The roles that can be given; a store's owner is its creator (docs/contract/authentication.md).
 */
export type GivenRole = 'admin' | 'member';
