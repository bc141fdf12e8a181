import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import type { Tool } from './tools.ts'

/** Longer words are neither written to an address nor read from one, which anybody may have typed. */
const longest = 200

interface Place {
  /** A word of the address; undefined where it is absent, empty or too long. */
  readonly word: (name: string) => string | undefined
  /** Replaces all words of the address; those without a value are left out. */
  readonly write: (words: Readonly<Record<string, string | undefined>>, how: 'push' | 'replace') => void
}

/** The words of the address, which name what is on the screen. */
export function usePlace(): Place {
  const [params, setParams] = useSearchParams()
  return {
    word(name) {
      const value = params.get(name) ?? ''
      return value !== '' && value.length <= longest ? value : undefined
    },
    write(words, how) {
      const given = Object.entries(words).filter((entry): entry is [string, string] => Boolean(entry[1]))
      const written = new URLSearchParams(given)
      // A value that no address can hold reads back as another one: it is not written again and again.
      if (written.toString() !== params.toString()) setParams(written, { replace: how === 'replace' })
    },
  }
}

/** Keeps the address at the model of the form, which replaces the entry of the history; the run that is shown stays in it. */
export function useNamedModel({ tab }: Tool, model: string): void {
  const { word, write } = usePlace()
  useEffect(() => {
    if (model !== word('model') && model.length <= longest) write({ tab, model, run: word('run') }, 'replace')
  })
}
