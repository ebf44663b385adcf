// The engine's messages begin in lower case; a sentence begins with a capital letter.

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
