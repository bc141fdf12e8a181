import { useState } from 'react'
import { type JsonRecord, ownOf } from '#contract/core/loose-json.ts'
import { useModels } from '../../../connection/use-connection.ts'
import { isSame } from '../../../form/form-values.ts'
import type { RequestForm } from '../../../form/use-request-form.ts'
import type { RunConnection } from '../../../run/run-draft.ts'
import { type ChatExample, chatExamples } from './examples.ts'

/** The example whose settings stand in the form, and what stood there before. */
interface Taken extends Pick<ChatExample, 'title' | 'settings'> {
  readonly before: JsonRecord
}

/** Puts the settings of an example into the form, so that it shows what is sent, and takes them out again. */
export function useExample(form: RequestForm, { own: isOwn }: Pick<RunConnection, 'own'>) {
  const [taken, setTaken] = useState<Taken>()
  const { data: models } = useModels()
  const own = taken ? withoutExample(form.draft, taken) : form.draft
  return {
    /** The examples whose model the connection lists. Our own router has them all, as long as its list is not here. */
    offered: chatExamples.filter(
      ({ settings: { model } }) => model === undefined || (models?.cards.some(({ id }) => id === model) ?? isOwn),
    ),
    /** The title of the example whose settings are in the form. */
    title: taken?.title,
    /** In place of the settings of an earlier example. */
    take({ title, settings }: ChatExample): void {
      const isPlain = Object.keys(settings).length === 0
      setTaken(isPlain ? undefined : { title, settings, before: own })
      if (taken || !isPlain) form.replace({ ...own, ...settings })
    },
    /** Restores the settings from before the example. */
    restore(): void {
      form.replace(own)
      setTaken(undefined)
    },
    keep: () => setTaken(undefined),
  }
}

/** A draft with the values from before an example; what was changed since then stays. */
export function withoutExample(draft: JsonRecord, { settings, before }: Omit<Taken, 'title'>): JsonRecord {
  const unchanged = Object.keys(settings).filter((name) => isSame(ownOf(draft, name), ownOf(settings, name)))
  const others = Object.entries(draft).filter(([name]) => !unchanged.includes(name))
  const earlier = Object.entries(before).filter(([name]) => unchanged.includes(name))
  return Object.fromEntries([...others, ...earlier])
}
