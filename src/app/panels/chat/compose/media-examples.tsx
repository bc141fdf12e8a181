import { offers } from '#contract/models/model-card.ts'
import { promptField } from '#contract/routes.ts'
import { useConnection, useModels } from '../../../connection/use-connection.ts'
import type { ToolExample } from '../../../tool/example.ts'
import { ExamplePreview } from '../../../tool/example-preview.tsx'
import { useHandOver } from '../../../tool/hand-over.ts'
import { panelPlace } from '../../../tool/panels.ts'
import { sampledExamples } from '../../../tool/sampled-examples.ts'
import { generateTool, speechTool, type Tool, videoTool } from '../../../tool/tools.ts'
import { onFirstPress } from '../../../ui/keys/first-press.ts'
import { tileLook } from './tile-look.ts'

const starts = [
  { tool: generateTool, name: 'An image' },
  { tool: videoTool, name: 'A video' },
  { tool: speechTool, name: 'A voice' },
].flatMap(({ tool, name }) =>
  sampledExamples(tool)
    .slice(0, 1)
    .map((example) => ({ tool, name, example })),
)

/** One example of each other kind, which runs in its own tool. Those for which the connection lists no model are left out. */
export function MediaExamples() {
  const { own: isOwn } = useConnection()
  const { data: models } = useModels()
  const handOver = useHandOver()
  const isServed = ({ endpoint }: Tool) => models?.cards.some((card) => offers(card, endpoint) === 'yes') ?? isOwn
  const tryOut = (tool: Tool, { prompt, settings }: ToolExample) =>
    handOver({ files: [], values: { [promptField(tool.endpoint)]: prompt, ...settings }, runs: true }, tool)
  return (
    <ul aria-label="Examples of other tools" className={tileLook.row}>
      {starts
        .filter(({ tool }) => isServed(tool))
        .map(({ tool, name, example }) => (
          <li key={tool.id} data-cable={panelPlace(tool.panel).cable} className={`relative ${tileLook.height}`}>
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
