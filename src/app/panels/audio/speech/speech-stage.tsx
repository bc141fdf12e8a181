import { useEffect, useRef } from 'react'
import type { RequestForm } from '../../../form/use-request-form.ts'
import { Stage, type StageProps } from '../../../tool/stage.tsx'
import { SeriesStrip } from './series-strip.tsx'

/** The runs of the speech tool. It is mounted as long as the tool, on a phone too, so the voice is watched here. */
export function SpeechStage(props: StageProps) {
  useFittingVoice(props.state.form.form)
  return (
    <>
      <SeriesStrip runs={props.state.sending.thread.runs} />
      <Stage {...props} />
    </>
  )
}

/** Replaces a voice of the model before by the first voice of the new one. A voice that no model listed is kept, as that of a design. */
function useFittingVoice({ rules, draft, start, set }: RequestForm): void {
  const rule = rules?.fields.voice
  const { voice } = draft
  const before = useRef<readonly unknown[]>([start.voice])
  useEffect(() => {
    if (rule?.kind !== 'listed') return
    const [first] = rule.values
    if (before.current.includes(voice) && voice !== undefined && !rule.values.includes(String(voice)))
      set('voice', first)
    before.current = rule.values
  }, [rule, voice, set])
}
