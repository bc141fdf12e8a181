import { Forward } from 'lucide-react'
import { use } from 'react'
import { formatName } from '#media/media-type.ts'
import type { Run } from '../../../run/run.ts'
import { Menu } from '../../../ui/popup/menu.tsx'
import { CompareButton } from '../compare-picked.tsx'
import { useHandOverActions } from '../hand-over-actions.tsx'
import { Offered, useOfferedItems } from '../offered-actions.ts'
import type { Comparing } from '../picked.ts'
import type { ResultFile } from '../result-file.ts'
import { pictureName } from '../saved-file.ts'

interface SoundActionsProps extends ResultFile {
  readonly run: Run
  readonly comparing: Comparing | undefined
}

/** What can be done with a sound beside its download. A file that is sent on has the name that its download has. */
export function SoundActions({ run, file, place, comparing }: SoundActionsProps) {
  const { blob, type } = file
  const title = formatName(type)
  const handOvers = useHandOverActions({ name: pictureName(run, { place, file }), blob, type }, title)
  const compare = { name: `Compare sound ${place + 1}`, onSelect: () => comparing?.flip(run, { place, file }) }
  useOfferedItems(use(Offered), [...(comparing ? [compare] : []), ...handOvers])
  return (
    <>
      <CompareButton {...{ run, place, file, comparing }} />
      {handOvers.length > 0 && (
        <Menu
          name={`Send to another tool: ${title}`}
          items={handOvers}
          className="min-h-8! px-2! text-xs! coarse:min-h-11!"
          icon={<Forward size={16} />}
        >
          Send to
        </Menu>
      )}
    </>
  )
}
