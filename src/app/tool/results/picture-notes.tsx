import type { Run } from '../../run/run.ts'
import { promptOf } from '../text-of.ts'
import { AltText } from './alt-text.tsx'
import { settingsLine } from './settings-of.ts'
import type { Drawn } from './slots.ts'

/** Below the picture in the lightbox: all of what was asked for, and the picture in the person's own words. */
export function PictureNotes({ run, picture }: { readonly run: Run; readonly picture: Drawn }) {
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
      <div style={{ flex: '1 1 20rem' }} className="grid min-w-0 gap-1">
        <p dir="auto" className="wrap-anywhere text-ink">
          {promptOf(run)}
        </p>
        <p className="font-mono text-2xs text-faint">
          {[run.model, settingsLine(run)].filter((words) => words !== '').join(' · ')}
        </p>
      </div>
      <div style={{ flex: '1 1 16rem' }} className="grid max-w-md gap-1">
        <AltText key={picture.file.sha256} run={run} sha256={picture.file.sha256} place={picture.place} />
      </div>
    </div>
  )
}
