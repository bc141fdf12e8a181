import { useEffect, useRef } from 'react'
import { useModels } from '../../../connection/use-connection.ts'
import type { RequestForm } from '../../../form/use-request-form.ts'
import { Stage, type StageProps } from '../../../tool/stage.tsx'
import { Boundary } from '../../../ui/boundary.tsx'
import { fittingVoice } from './fitting-voice.ts'
import { SeriesStrip } from './series-strip.tsx'

/** The runs of the speech tool. It is mounted as long as the tool, on a phone too, so the voice is watched here. */
export function SpeechStage(props: StageProps) {
  const { runs } = props.state.sending.thread
  useFittingVoice(props.state.form.form)
  return (
    <>
      <Boundary of={runs} fallback={() => null}>
        <SeriesStrip runs={runs} />
      </Boundary>
      <Stage {...props} />
    </>
  )
}

/** Replaces the voice where another model is chosen, also by a link to the tool or with a kept draft. */
function useFittingVoice({ rules, draft, start, set }: RequestForm): void {
  const { data } = useModels()
  const rule = rules?.fields.voice
  const { model, voice } = draft
  const listed = rule?.kind === 'listed' ? rule.values : undefined
  const fitted = useRef<unknown>(undefined)
  useEffect(() => {
    // What is typed for a model stays, also if it is a voice of another one.
    if (!data || fitted.current === model) return
    fitted.current = model
    const fitting = fittingVoice({ voice, listed, usual: start.voice, cards: data.cards })
    if (fitting !== undefined) set('voice', fitting)
  }, [data, model, listed, voice, start, set])
}
