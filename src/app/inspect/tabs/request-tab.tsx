import { memo, useMemo } from 'react'
import { pathOf } from '#contract/core/route.ts'
import { routes } from '#contract/routes.ts'
import { JsonTree } from '../../json/view/json-tree.tsx'
import type { Run } from '../../run/run.ts'
import { byteSize } from '../../ui/format.ts'
import { type Fact, Facts, Files, maskedHeaders, Nothing, Parts, TabPart } from './facts.tsx'

interface RequestTabProps extends Pick<Run, 'id' | 'status' | 'endpoint' | 'connection' | 'request'> {
  sent: Run['sent'] | undefined
  parts: Run['parts'] | undefined
}

/** What went out: where to, with which headers, and the body as it was sent. */
export const RequestTab = memo(function RequestTab(props: RequestTabProps) {
  const { id, status, endpoint, connection, request, sent, parts } = props
  const body = useMemo(() => textOf(request), [request])
  return (
    <>
      <TabPart title="Sent to">
        <Facts
          facts={
            sent
              ? [
                  ['Method', sent.method],
                  ['URL', sent.url],
                ]
              : routeFacts(endpoint, connection.baseUrl)
          }
        />
      </TabPart>
      <TabPart title="Headers">
        {sent ? (
          <>
            <Facts facts={maskedHeaders(sent.headers)} />
            <Nothing>The browser adds more headers that pages cannot read.</Nothing>
          </>
        ) : (
          <Nothing>Not recorded.</Nothing>
        )}
      </TabPart>
      {parts ? (
        <Parts id={id} status={status} parts={parts} />
      ) : (
        <>
          <Files run={id} status={status} came="input" />
          <TabPart title="Body" aside={body && <ByteCount text={body} />}>
            {body === undefined ? (
              <Nothing>None, or no longer stored.</Nothing>
            ) : (
              <JsonTree name="Request body" text={body} />
            )}
          </TabPart>
        </>
      )}
      <Files run={id} status={status} came="kept" />
    </>
  )
})

/** Counting the bytes of a longer text takes longer than a frame. */
const countable = 1_000_000

export function ByteCount({ text }: { text: string }) {
  const words = useMemo(
    () => (text.length > countable ? `about ${byteSize(text.length)}` : byteSize(new Blob([text]).size)),
    [text],
  )
  return <span className="font-mono font-normal text-2xs text-faint tabular-nums">{words}</span>
}

function textOf(request: unknown): string | undefined {
  try {
    return JSON.stringify(request)
  } catch {
    return undefined
  }
}

/** Where the run's route leads to, for runs of which only that is known. */
function routeFacts(endpoint: string, baseUrl: string): readonly Fact[] {
  const route = Object.values(routes).find(({ id }) => id === endpoint)
  if (!route || route.path.includes('{')) return [['Base URL', baseUrl]]
  return [
    ['Method', route.method],
    ['URL', `${baseUrl}${pathOf(route)}`],
  ]
}
