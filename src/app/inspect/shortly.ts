/**
 * A router's own words, cut to a length that a page can show: without an end they fill it, and a single word of some hundred
 * thousand letters stops the browser for a minute.
 */
export const shortly = (words: string, most = 300): string => (words.length > most ? `${words.slice(0, most)}…` : words)
