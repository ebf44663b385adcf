// The engine's messages begin in lower case and have no full stop.

/** Begins a text with a capital letter. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Turns a message into a sentence. Those of the page itself are sentences already. */
export const sentence = (text) => capital(/[.?!]$/.test(text) ? text : `${text}.`);
