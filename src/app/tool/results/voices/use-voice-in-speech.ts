import { nonBlankListOf, recordOf } from '#contract/core/loose-json.ts'
import { useModels } from '../../../connection/use-connection.ts'
import type { Run } from '../../../run/run.ts'
import { useHandOver } from '../../hand-over.ts'
import { speechTool } from '../../tools.ts'

/**
 * Returns a function that puts a designed voice into the form of Speech, with the speech model that the design model's entry pairs with
 * it (`speech_models`), if it names one that is listed.
 */
export function useVoiceInSpeech({ model }: Pick<Run, 'model'>): (voice: string) => void {
  const handOver = useHandOver()
  const cards = useModels().data?.cards ?? []
  const paired = nonBlankListOf(recordOf(cards.find(({ id }) => id === model)?.raw).speech_models) ?? []
  const speaks = paired.find((one) => cards.some(({ id }) => id === one))
  return (voice) => handOver({ files: [], values: { voice, ...(speaks && { model: speaks }) } }, speechTool)
}
