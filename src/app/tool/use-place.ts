import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'
import { entryAt } from '../form/form-values.ts'
import type { RequestForm } from '../form/use-request-form.ts'
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

/**
 * Keeps the address at the model of the form, which replaces the entry of the history; the run that is shown stays in it. An address that
 * names another model, such as one that the palette leads to, gives it to the form.
 */
export function useNamedModel({ tab }: Tool, model: string, form: Pick<RequestForm, 'set' | 'state'>): void {
  const { word, write } = usePlace()
  const named = word('model')
  const isUnnamed = named === undefined
  useNewModel(named, model, form)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address with another model is not corrected, but followed.
  useEffect(() => {
    if (isCurrent(form, model) && model !== named && model.length <= longest)
      write({ tab, model, run: word('run') }, 'replace')
  }, [tab, model, isUnnamed])
}

/**
 * Whether the form still holds the model of this rendering. An effect before may have replaced it: were the old one written to the
 * address, the form would follow the address back, and so on without an end.
 */
export const isCurrent = ({ state }: Pick<RequestForm, 'state'>, model: string): boolean =>
  String(entryAt(state.now().values, 'model').value ?? '') === model

/** Gives the form, where there is one by then, the model that an address newly names. */
export function useNewModel(
  named: string | undefined,
  model: string,
  form: Pick<RequestForm, 'set'> | undefined,
): void {
  const follow = useEffectEvent(() => {
    if (named !== undefined && named !== model) form?.set('model', named)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address.
  useEffect(() => follow(), [named])
}
