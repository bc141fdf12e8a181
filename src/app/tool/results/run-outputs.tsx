import { type ReactNode, Suspense } from 'react'
import { isJob } from '#contract/core/statuses.ts'
import { type AskedFormat, formatAsked } from '../../inspect/reply/format-asked.ts'
import { ResultBoundary } from '../../inspect/reply/result-boundary.tsx'
import { type MediaOutput, type Output, outputKey, type ToolCall } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { counted } from '../../ui/format.ts'
import { retriable } from '../../ui/retriable.tsx'
import { StreamedText } from '../../view/text/streamed-text.tsx'

const ItemCard = retriable(async () => (await import('../../inspect/reply/item-card.tsx')).ItemCard)
const StructuredText = retriable(async () => (await import('../../inspect/reply/structured-text.tsx')).StructuredText)
const SourcesList = retriable(async () => (await import('../../inspect/reply/foreign-link.tsx')).SourcesList)

interface OutputsProps {
  readonly run: Run
  readonly open: boolean
  readonly raw?: boolean
  readonly unfolded?: boolean
  readonly call: (call: ToolCall) => ReactNode
  readonly media: (media: MediaOutput) => ReactNode
  /** Draws an item in place of its card; undefined for those that it does not draw. */
  readonly item?: (item: unknown) => ReactNode
}

/** The outputs of a run in their order, each by its kind, and the sources they cite. */
export function Outputs({ run, ...look }: OutputsProps) {
  const { outputs, sources } = run.result
  const asked = formatAsked(run.request)
  // Only the last message has the format that was asked for: a model may write text on the way to it.
  const last = outputs.findLast(({ kind }) => kind === 'message')
  return (
    <>
      {outputs.map((output) => (
        <ResultBoundary key={outputKey(output)} run={run} isPart>
          <OutputView {...{ run, output, ...look }} asked={output === last ? asked : undefined} />
        </ResultBoundary>
      ))}
      {sources && (
        <ResultBoundary run={run} isPart>
          <Suspense>
            <SourcesList sources={sources} />
          </Suspense>
        </ResultBoundary>
      )}
    </>
  )
}

interface OutputViewProps extends OutputsProps {
  readonly output: Output
  /** The requested format, unless it is plain text. */
  readonly asked: AskedFormat | undefined
}

function OutputView({ run, output, asked, open, raw = false, unfolded = false, call, media, item }: OutputViewProps) {
  const streamed = (text: string, key?: number) => <StreamedText key={key} text={text} streaming={open} raw={raw} />
  switch (output.kind) {
    case 'message':
      return output.parts.map(({ part, text }) =>
        asked === undefined || raw || text === '' ? (
          streamed(text, part)
        ) : (
          <Suspense key={part} fallback={streamed(text)}>
            <StructuredText text={text} status={run.status} asked={asked} />
          </Suspense>
        ),
      )
    case 'refusal':
      return (
        <div className="border-warning border-l-2 pl-4">
          <p className="text-warning text-xs">The model refused</p>
          {streamed(output.text)}
        </div>
      )
    case 'reasoning':
      return output.text === '' ? null : (
        <details open={unfolded && !open} className="max-w-[72ch] text-sm">
          <summary className="w-fit text-soft text-xs tabular-nums">
            {['Reasoning', ...reasoningFigures(run, output)].join(' · ')}
            {open && '…'}
          </summary>
          <div className="mt-2 border-line border-l-2 pl-4 text-soft">{streamed(output.text)}</div>
        </details>
      )
    case 'tool-call':
      return call(output)
    case 'media':
      return media(output)
    case 'item':
      // The job as it was at its creation; its state is shown apart.
      return isJob(run.status) ? null : <Suspense>{item?.(output.item) ?? <ItemCard item={output.item} />}</Suspense>
  }
}

/** Seconds and tokens of the reasoning, where they are known: of a reply with several parts, on the first one. */
function reasoningFigures({ times, result }: Run, output: Output): readonly string[] {
  if (output !== result.outputs.find(({ kind }) => kind === 'reasoning')) return []
  const ms = times?.reasoning === undefined || times.firstByte === undefined ? 0 : times.reasoning - times.firstByte
  const tokens = result.usage?.reasoning ?? 0
  return [
    ...(ms < 20 ? [] : [`${(ms / 1000).toFixed(1)} s`]),
    ...(tokens === 0 ? [] : [`${result.usage?.estimated ? 'about ' : ''}${counted(tokens, 'token')}`]),
  ]
}
