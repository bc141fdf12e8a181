import { useModels } from '../../../connection/use-connection.ts'
import type { RunConnection } from '../../../run/run-draft.ts'
import type { useBorrowed } from '../../../tool/use-borrowed.ts'
import { type ChatExample, chatExamples } from './examples.ts'

/** Puts the settings of an example into the form, so that it shows what is sent, until the next conversation. */
export function useExample(
  { borrowed, own, put, giveBack, keep }: ReturnType<typeof useBorrowed>,
  { own: isOwn }: Pick<RunConnection, 'own'>,
) {
  const { data: models } = useModels()
  return {
    /** The examples whose model the connection lists. Our own router has them all, as long as its list is not here. */
    offered: chatExamples.filter(
      ({ settings: { model } }) => model === undefined || (models?.cards.some(({ id }) => id === model) ?? isOwn),
    ),
    /** The title of the example whose settings are in the form. */
    title: borrowed?.example,
    /** In place of the settings of an earlier example. */
    take({ title, settings }: ChatExample): void {
      if (Object.keys(settings).length === 0) giveBack()
      else put({ ...own, ...settings }, { example: title })
    },
    /** Restores the settings from before the example. */
    restore: () => giveBack(),
    keep,
  }
}
