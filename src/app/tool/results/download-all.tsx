import { type ReactNode, useState } from 'react'
import { fileName } from '../../export/file-name.ts'
import { nameOf } from '../../run/history/matches.ts'
import { useAssets } from '../../run/history/use-assets.ts'
import type { Run } from '../../run/run.ts'
import { IconButton } from '../../ui/button.tsx'
import { saveFile } from '../../ui/files.ts'
import { panelOf } from '../panels.ts'
import { finishedOf, savedPicture, sidecarOf } from './picture-file.ts'
import { slotsOf } from './slots.ts'

/** Saves all pictures of a run as one zip, with a JSON file that says how they were made. Nothing where there is only one, or none. */
export function DownloadAll({ run, icon }: { readonly run: Run; readonly icon: ReactNode }) {
  const pictures = finishedOf(slotsOf(run, useAssets(run)))
  const [said, setSaid] = useState<string>()
  if (pictures.length < 2) return null
  const save = async () => {
    setSaid(undefined)
    try {
      const files: { readonly name: string; readonly blob: Blob }[] = []
      for (const picture of pictures) files.push(await savedPicture(run, picture))
      const { zipFiles } = await import('../../export/bundle/zip-writer.ts')
      const at = new Date(run.log[0]?.at ?? 0)
      const name = fileName({
        panel: panelOf(run.endpoint).id,
        model: run.model,
        prompt: nameOf(run),
        at,
        n: 1,
        extension: 'zip',
      })
      const sidecar = JSON.stringify(await sidecarOf(run, pictures), null, 2)
      files.push({ name: name.replace(/_1\.zip$/, '.json'), blob: new Blob([sidecar], { type: 'application/json' }) })
      saveFile(await zipFiles(files), name)
    } catch {
      setSaid('The zip could not be written: save the pictures one by one.')
    }
  }
  return (
    <>
      <IconButton name={`Download all ${pictures.length} as a zip`} icon={icon} onClick={() => void save()} />
      {said && (
        <span role="alert" className="text-danger text-xs">
          {said}
        </span>
      )}
    </>
  )
}
