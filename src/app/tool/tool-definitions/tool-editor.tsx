import { useId, useState } from 'react'
import { recordOf } from '#contract/core/loose-json.ts'
import { NamedSchema } from '../../form/schema/named-schema.tsx'
import { namedPart } from '../../form/schema/request-faults.ts'
import { useTypedJson } from '../../form/schema/use-typed-json.ts'
import { JsonArea } from '../../json/editor/json-area.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { functionMembers, newDefinitions, newTool, toolKind } from './listed-tools.ts'
import type { ListedTool } from './tool-list.ts'

interface ToolEditorProps {
  readonly tool: ListedTool
  /** What is wrong with it. */
  readonly words: string | undefined
  readonly onTool: (tool: ListedTool) => void
  readonly onClose: () => void
}

/** One tool, changed as it is typed: a function by its fields, everything else as JSON. */
export function ToolEditor({ tool, words, onTool, onClose }: ToolEditorProps) {
  const { definition, on, typed } = tool
  const isFunction = recordOf(definition).type === 'function' && namedPart(definition).path === ''
  const [wanted, setWanted] = useState<'form' | 'json'>('form')
  const view = typed ? (typed.part === 'tool' ? 'json' : 'form') : isFunction ? wanted : 'json'
  const [isFresh] = useState(tool === newTool)
  const kind = newDefinitions.find((one) => one.type === toolKind(definition))?.type
  const others = Object.keys(recordOf(definition)).filter((key) => !functionMembers.has(key))
  const foot = (
    <div className="flex items-center gap-3">
      <p role="status" className="wrap-anywhere min-w-0 flex-1 text-danger text-xs">
        {words}
      </p>
      <Button onClick={onClose}>Done</Button>
    </div>
  )
  return (
    <Dialog title={isFresh ? 'Add tool' : 'Edit tool'} open onClose={onClose} foot={foot}>
      <div className="grid grid-cols-1 gap-4">
        {isFresh && !typed && (
          <Choice
            name="Kind"
            options={newDefinitions.map(({ type }) => [type, type])}
            value={kind ?? ''}
            onChange={(next) => onTool({ definition: newDefinitions.find(({ type }) => type === next), on })}
          />
        )}
        {view === 'form' ? (
          <NamedSchema
            of={recordOf(definition)}
            member="parameters"
            typed={typed?.text}
            onChange={(next, text) =>
              onTool({ definition: next, on, ...(text !== undefined && { typed: { part: 'parameters', text } }) })
            }
          />
        ) : (
          <WholeTool tool={tool} onTool={onTool} />
        )}
        {isFunction && !typed && (
          <p className="flex flex-wrap items-center gap-x-4 text-soft text-xs">
            {view === 'form' && others.length > 0 && (
              <span className="wrap-anywhere">
                Also sent: <span className="font-mono">{others.join(', ')}</span>
              </span>
            )}
            <button
              type="button"
              className="rounded-md underline underline-offset-2 hover:text-ink coarse:min-h-11"
              onClick={() => setWanted(view === 'form' ? 'json' : 'form')}
            >
              {view === 'form' ? 'Edit as JSON' : 'Edit in the form'}
            </button>
          </p>
        )}
      </div>
    </Dialog>
  )
}

const noFaults = [] as const

function WholeTool({ tool: { definition, on, typed }, onTool }: Pick<ToolEditorProps, 'tool' | 'onTool'>) {
  const id = useId()
  const { text, why, onText } = useTypedJson({
    value: definition,
    typed: typed?.text,
    // `null` is what an empty text is in a list of tools; the request cannot be sent with it.
    onChange: (next, unread) =>
      onTool({
        ...{ definition: next ?? null, on },
        ...(unread !== undefined && { typed: { part: 'tool', text: unread } }),
      }),
  })
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        Tool as JSON
      </label>
      <JsonArea
        id={id}
        label="Tool as JSON"
        look="max-h-[60dvh] min-h-44"
        describedBy={undefined}
        invalid={why !== undefined}
        disabled={false}
        faults={noFaults}
        value={text}
        onText={onText}
      />
    </div>
  )
}
