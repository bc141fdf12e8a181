import { useMemo, useState } from 'react'
import { counted } from '../../../ui/format.ts'
import { lowConfidence, type Transcript } from './text/transcript.ts'

interface LowWordsProps {
  readonly transcript: Transcript
  /** Shows a segment, by its place. */
  readonly onShow: (place: number) => void
}

/** How many words the model is not sure of, and the way to each; nothing where there are none. */
export function LowWords({ transcript: { segments }, onShow }: LowWordsProps) {
  const [next, setNext] = useState(0)
  const places = useMemo(
    () =>
      segments.flatMap(({ words }, place) =>
        words.filter(({ confidence = 1 }) => confidence < lowConfidence).map(() => place),
      ),
    [segments],
  )
  if (places.length === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-soft text-xs">
      {counted(places.length, 'word')} with low confidence (below {lowConfidence * 100} %), underlined.
      <button
        type="button"
        className="underline hover:text-ink coarse:min-h-11"
        onClick={() => {
          onShow(places[next % places.length] ?? 0)
          setNext(next + 1)
        }}
      >
        Show next
      </button>
    </p>
  )
}
