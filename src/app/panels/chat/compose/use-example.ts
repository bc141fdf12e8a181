import { useState } from 'react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import type { RequestForm } from '../../../form/use-request-form.ts'
import type { ChatExample } from './examples.ts'

/** The example whose settings stand in the form, and what stood there before. */
interface Taken {
  readonly title: string
  readonly before: JsonRecord
}

/** Puts the settings of an example into the form, so that it shows what is sent, and takes them out again. */
export function useExample(form: RequestForm) {
  const [taken, setTaken] = useState<Taken>()
  return {
    /** The title of the example whose settings are in the form. */
    title: taken?.title,
    take({ title, settings }: ChatExample): void {
      if (Object.keys(settings).length === 0) return
      setTaken({ title, before: taken?.before ?? form.draft })
      form.replace({ ...form.draft, ...settings })
    },
    /** Restores the settings from before the example. */
    restore(): void {
      if (taken) form.replace(taken.before)
      setTaken(undefined)
    },
    keep: () => setTaken(undefined),
  }
}
