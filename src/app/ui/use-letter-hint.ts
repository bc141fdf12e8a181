import { useLetterKeys } from './letter-keys.ts'

/** Gives a button its single letter to show, while single letters do something. */
export function useLetterHint(): (letter: string) => { keys?: string } {
  const on = useLetterKeys()
  return (letter) => (on ? { keys: letter } : {})
}
