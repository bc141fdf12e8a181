import { memo, useMemo } from 'react'
import { JsonTree } from '../../json/view/json-tree.tsx'
import { useAssets } from '../../run/history/use-assets.ts'
import { isPoll, withoutPolls } from '../../run/jobs/polls.ts'
import type { Run } from '../../run/run.ts'
import { useEvents } from '../../run/use-events.ts'
import { Button } from '../../ui/button/button.tsx'
import { byteSize, shortly } from '../../ui/format.ts'
import { setInspector } from '../drawer/inspector-place.ts'
import { Facts, Files, maskedHeaders, Nothing, TabPart } from './facts.tsx'
import { ByteCount } from './request-tab.tsx'

interface ResponseTabProps {
  id: string
  state: Run['status']
  status: number | undefined
  reply: Run['reply'] | undefined
  refusal: string | undefined
}

/** The reply: status, headers, and the body by its kind. */
export const ResponseTab = memo(function ResponseTab({ id, state, status, reply, refusal }: ResponseTabProps) {
  return (
    <>
      <TabPart title="Status">
        <Facts facts={[['HTTP status', (reply?.status ?? status)?.toString()]]} missing="no reply" />
      </TabPart>
      <TabPart title="Headers">
        {reply ? <Facts facts={maskedHeaders(reply.headers)} /> : <Nothing>Not recorded.</Nothing>}
      </TabPart>
      <Files run={id} status={state} came="output" />
      {refusal === undefined ? <Body id={id} state={state} /> : <Json title="Body" text={refusal} />}
      <LastPoll id={id} />
    </>
  )
})

function Json({ title, text }: { title: string; text: string }) {
  return (
    <TabPart title={title} aside={<ByteCount text={text} />}>
      <JsonTree name={title} text={text} />
    </TabPart>
  )
}

function LastPoll({ id }: { id: string }) {
  const { events } = useEvents(id)
  const last = useMemo(() => events.findLast(isPoll), [events])
  return last && <Json title="Last job status" text={last.data} />
}

function Body({ id, state }: Pick<ResponseTabProps, 'id' | 'state'>) {
  const { events: all, loading } = useEvents(id)
  const events = useMemo(() => withoutPolls(all), [all])
  const hasFiles = useAssets({ id, status: state })?.some(({ role }) => role === 'output')
  const size = useMemo(() => events.reduce((sum, event) => sum + event.data.length, 0), [events])
  const last = events.findLast((event) => event.data.startsWith('{'))
  const [first] = events
  if (!first) {
    const words = hasFiles ? 'The body is the file above, byte for byte.' : 'Empty.'
    return <TabPart title="Body">{<Nothing>{loading ? 'Reading…' : words}</Nothing>}</TabPart>
  }
  // A whole JSON reply is kept as one event without a name.
  if (events.length === 1 && first.name === undefined)
    return (
      <>
        <Json title="Body" text={first.data} />
        {hasFiles && <Nothing>Base64 data is replaced by its SHA-256; the files are listed above.</Nothing>}
      </>
    )
  return (
    <>
      <TabPart title="Body">
        <p className="flex flex-wrap items-center gap-3 px-5 text-soft text-xs tabular-nums">
          A stream of {events.length.toLocaleString('en')} events, {byteSize(size)}.
          <Button
            look="quiet"
            className="min-h-7! px-2! text-xs coarse:min-h-11!"
            onClick={() => setInspector({ tab: 'events' })}
          >
            Show events
          </Button>
        </p>
      </TabPart>
      {last && <Json title={`Last event${last.name ? `: ${shortly(last.name, 80)}` : ''}`} text={last.data} />}
    </>
  )
}
