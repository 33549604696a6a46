import type messages from './french.json'

/** Every message of the page by its English text: one without a French translation does not compile. */
export type Message = keyof typeof messages
