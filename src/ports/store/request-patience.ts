/**
 * So long a request waits in all for a store that does not answer, where it can do without: with what
 * it then does instead it stays below the 250 ms that are promised.
 */
export const requestPatienceMs = 180
