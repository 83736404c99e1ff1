/**
 * The roles that can be assigned; a store's owner is its creator (docs/contract/authentication.md).
 */
export type GivenRole = 'admin' | 'member';
