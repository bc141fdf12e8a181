import { Unplug } from 'lucide-react'
import { offers } from '#contract/models/model-card.ts'
import { promptField } from '#contract/routes.ts'
import { useConnection, useModels } from '../../../connection/use-connection.ts'
import type { ToolExample } from '../../../tool/examples/example.ts'
import { ExampleCards } from '../../../tool/examples/example-cards.tsx'
import { ExamplePreview } from '../../../tool/examples/example-preview.tsx'
import { sampledExamples } from '../../../tool/examples/sampled-examples.ts'
import { useHandOver } from '../../../tool/hand-over.ts'
import { panelPlace } from '../../../tool/panels.ts'
import { generateTool, speechTool, type Tool, videoTool } from '../../../tool/tools.ts'
import { onFirstPress } from '../../../ui/keys/first-press.ts'
import { type ChatExample, tileHeight } from './examples.ts'

const starts = [
  { tool: generateTool, name: 'An image' },
  { tool: videoTool, name: 'A video' },
  { tool: speechTool, name: 'A voice' },
].flatMap(({ tool, name }) =>
  sampledExamples(tool)
    .slice(0, 1)
    .map((example) => ({ tool, name, example })),
)

const fault = (title: string, model: string, prompt: string): ChatExample => ({
  ...{ icon: Unplug, title, prompt, settings: { model }, says: `model: ${model}` },
})

/** Each with a model that fails on purpose. */
const failures: readonly ChatExample[] = [
  fault('A cut stream', 'fault-cut', 'Write until the connection drops. tokens: 400'),
  fault('A rate limit', 'fault-429', 'Answer with status 429.'),
  fault('A late error', 'fault-error-event', 'Write until an error arrives. tokens: 400'),
]

interface MoreExamplesProps {
  readonly isOffered: (example: ChatExample) => boolean
  readonly onTry: (example: ChatExample) => void
}

/** The examples of other tools, and the failures, folded. */
export function MoreExamples({ isOffered, onTry }: MoreExamplesProps) {
  const offered = failures.filter(isOffered)
  return (
    <>
      <MediaExamples />
      {offered.length > 0 && (
        <details className="grid gap-2">
          <summary className="min-h-8 w-fit content-center rounded-md text-soft text-xs hover:text-ink coarse:min-h-11">
            Failures
          </summary>
          <ExampleCards name="Failures" examples={offered} onTry={onTry} />
        </details>
      )}
    </>
  )
}

/** One example of each other kind, which runs in its own tool. Those for which the connection lists no model are left out. */
function MediaExamples() {
  const { own: isOwn } = useConnection()
  const { data: models } = useModels()
  const handOver = useHandOver()
  const isServed = ({ endpoint }: Tool) => models?.cards.some((card) => offers(card, endpoint) === 'yes') ?? isOwn
  const tryOut = (tool: Tool, { prompt, settings }: ToolExample) =>
    handOver({ files: [], values: { [promptField(tool.endpoint)]: prompt, ...settings }, runs: true }, tool)
  return (
    <ul aria-label="Examples of other tools" className="grid grid-cols-3 gap-2">
      {starts
        .filter(({ tool }) => isServed(tool))
        .map(({ tool, name, example }) => (
          <li key={tool.id} data-cable={panelPlace(tool.panel).cable} className={`relative ${tileHeight}`}>
            <button
              type="button"
              {...onFirstPress(() => tryOut(tool, example))}
              className="flex size-full items-end rounded-md border border-line bg-surface p-2 text-left transition duration-150 ease-out hover:bg-raised"
            >
              <span className="flex min-w-0 items-center gap-2">
                <tool.icon size={16} className="shrink-0 text-cable" />
                <span className="truncate font-medium">{name}</span>
              </span>
            </button>
            <div className="pointer-events-none absolute inset-x-2 top-2 bottom-10 grid">
              <ExamplePreview example={example} />
            </div>
          </li>
        ))}
    </ul>
  )
}
