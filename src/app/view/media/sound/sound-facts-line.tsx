import { formatName } from '#media/media-type.ts'
import { byteSize, clockTime } from '../../../ui/format.ts'
import { FactsLine } from '../facts-line.tsx'
import { useSoundFacts } from './load-sound-facts.ts'
import { channelWords, rateWords } from './sound-words.ts'

interface SoundFactsLineProps {
  readonly file: { readonly blob: Blob; readonly type: string; readonly size: number }
}

export function SoundFactsLine({ file }: SoundFactsLineProps) {
  const facts = useSoundFacts(file.blob, file.type)
  const name = facts?.container ?? formatName(file.type)
  return (
    <FactsLine
      facts={[
        name,
        facts && facts.codec !== name && facts.codec,
        facts?.seconds !== undefined && clockTime(facts.seconds),
        facts?.rate !== undefined && rateWords(facts.rate),
        facts?.channels !== undefined && channelWords(facts.channels),
        facts?.bitRate !== undefined && `${Math.round(facts.bitRate / 1000)} kbit/s`,
        byteSize(file.size),
      ]}
    />
  )
}
