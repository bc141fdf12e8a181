import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { isRecord } from '#contract/core/loose-json.ts'
import type { RequestForm } from '../form/use-request-form.ts'
import type { Tool } from './tools.ts'

/** Longer words are neither written to an address nor read from one, which anybody may have typed. */
const longest = 200

/** The words of the address, which name what is on the screen. */
export function usePlace() {
  const [params, setParams] = useSearchParams()
  return {
    /** A word of the address; undefined where it is absent, empty or too long. */
    word(name: string) {
      const value = params.get(name) ?? ''
      return value !== '' && value.length <= longest ? value : undefined
    },
    /** Replaces all words of the address; those without a value are left out. */
    write(words: Readonly<Record<string, string | undefined>>, how: 'push' | 'replace') {
      const given = Object.entries(words).filter((entry): entry is [string, string] => Boolean(entry[1]))
      const written = new URLSearchParams(given)
      // A value that no address can hold reads back as another one: it is not written again and again.
      if (written.toString() !== params.toString())
        setParams(written, { replace: how === 'replace', state: { isOwn: true } })
    },
  }
}

/** Keeps the address at the model of the form, as `useSharedModel` does; the run that is shown stays in it. */
export function useNamedModel({ tab }: Tool, model: string, form: Pick<RequestForm, 'set'>): void {
  const { word, write } = usePlace()
  useSharedModel(word('model'), model, form, () => {
    if (model.length <= longest) write({ tab, model, run: word('run') }, 'replace')
  })
}

/** Whether `usePlace` wrote the address that is shown; else a link or the palette led to it. */
const isOwnAddress = () => isRecord(history.state) && history.state.isOwn === true

/**
 * Keeps the address at the model of the form by `write`. An address that another part of the app or a link leads to gives its model to the
 * form, once; `form` is undefined while it cannot take one. Addresses of our own are only ever corrected: to follow them too would let form
 * and address swap two models for ever where the form changes twice before the address does.
 */
export function useSharedModel(
  named: string | undefined,
  model: string,
  form: Pick<RequestForm, 'set'> | undefined,
  write: () => void,
): void {
  const followed = useRef<string>(undefined)
  const settle = useEffectEvent(() => {
    const isNews = named !== undefined && named !== followed.current && !isOwnAddress()
    followed.current = named
    if (named === model) return
    if (isNews) form?.set('model', named)
    else write()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: where either changes.
  useEffect(() => settle(), [named, model])
}
