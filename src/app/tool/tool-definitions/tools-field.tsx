import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ControlProps } from '../../form/controls/control.ts'
import { Button } from '../../ui/button/button.tsx'
import { mainControl } from '../../ui/keys/first-field.ts'
import { readKept, writeKept } from '../../ui/page-state.ts'
import { retriable } from '../../ui/retriable.tsx'

const ToolsControl = retriable(async () => (await import('./tools-control.tsx')).ToolsControl)

/** In `localStorage` once the list has had a tool. */
const toolsKey = 'patchbay.tools'

/** The field `tools` of a request. Its code is loaded once there is a tool, or one is added: most forms have none. */
export function ToolsField(props: ControlProps) {
  const [start, setStart] = useState<'new' | 'import'>()
  if (start || props.value !== undefined || props.entry !== undefined || readKept(toolsKey))
    return (
      <Suspense>
        <ToolsControl {...props} start={start} onKept={() => writeKept(toolsKey, 'yes')} />
      </Suspense>
    )
  return (
    <div className="flex gap-2">
      <Button
        small
        icon={<Plus size={16} />}
        disabled={props.disabled}
        {...mainControl}
        onClick={() => setStart('new')}
      >
        Add tool
      </Button>
      <Button small disabled={props.disabled} onClick={() => setStart('import')}>
        Import
      </Button>
    </div>
  )
}
