import { keptSwitch } from './page-state.ts'

/** Whether a screen reader says each sentence of an answer as it comes; else that it begins and ends. Kept for the next visit. */
export const readSentences = keptSwitch('patchbay.read-sentences')
