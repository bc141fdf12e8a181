/** Proposed where the router lists no languages for the model. */
export const usualLanguages = [
  ...['ar', 'bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'fi', 'fil', 'fr', 'hi', 'hr', 'hu', 'id', 'it', 'ja', 'ko'],
  ...['ms', 'nl', 'no', 'pl', 'pt', 'ro', 'ru', 'sk', 'sv', 'ta', 'tr', 'uk', 'vi', 'zh'],
]
