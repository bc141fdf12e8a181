import { Download } from 'lucide-react'
import { Suspense } from 'react'
import { extensionOf, mediaKind } from '#media/media-type.ts'
import { useAssetsOfEach } from '../../run/history/use-assets.ts'
import type { Run } from '../../run/run.ts'
import { ActionButton } from '../../ui/button/action-button.tsx'
import { saveFile } from '../../ui/files.ts'
import { MediaFacts, type MediaFile } from '../../view/media/media-file.tsx'
import { MediaView } from '../../view/media/media-view.tsx'
import { CompareFiles } from './compare-files.tsx'

type File = MediaFile & { readonly id: string; readonly sha256: string }

export type FilesOf = (run: Run, assets: NonNullable<ReturnType<typeof useAssetsOfEach>>[number]) => readonly File[]

interface CompareMediaProps {
  readonly runs: readonly Run[]
  readonly filesOf: FilesOf
}

/** A file of one of the runs that are compared; none where that run gave fewer. */
interface NamedFile {
  readonly run: string
  readonly name: string
  readonly file: File | undefined
}

/** The media of runs by their place in each result, in the comparison for their kind. */
export function CompareMedia({ runs, filesOf }: CompareMediaProps) {
  const assets = useAssetsOfEach(runs)
  const files = runs.map((run, at) => filesOf(run, assets?.[at] ?? []))
  const places = Array.from({ length: Math.max(...files.map(({ length }) => length)) }, (_, at) =>
    runs.map((run, nth) => ({ run: run.id, name: nameIn(run, files[nth] ?? [], at), file: files[nth]?.[at] })),
  )
  if (places.length === 0) return null
  return (
    <ol aria-label="Media" className="grid grid-cols-1 gap-8">
      {places.map((place) => (
        <li key={place.map(({ file }) => file?.id).join()} className="grid grid-cols-1 gap-3">
          <Suspense>
            <Place files={place} />
          </Suspense>
        </li>
      ))}
    </ol>
  )
}

/** What a file is called: by its run, and by its number where the run gave several. */
const nameIn = ({ seq }: Run, files: readonly File[], at: number) =>
  files.length > 1 ? `Run #${seq}, ${files[at] ? nounOf(files[at]) : 'file'} ${at + 1}` : `Run #${seq}`

const nouns = { image: 'image', video: 'video', audio: 'sound' }

function nounOf({ type }: { readonly type: string }): string {
  const kind = mediaKind(type)
  return kind ? nouns[kind] : 'file'
}

function Place({ files }: { readonly files: readonly NamedFile[] }) {
  const there = files.flatMap(({ run, name, file }) => (file ? [{ run, name, file }] : []))
  const kinds = new Set(there.map(({ file }) => mediaKind(file.type)))
  const isOneKind = there.length > 1 && kinds.size === 1 && !kinds.has(undefined)
  const isEqual = there.length === files.length && new Set(there.map(({ file }) => file.sha256)).size === 1
  return (
    <>
      {isEqual && <p className="text-soft text-xs">Identical files.</p>}
      {isOneKind ? (
        <CompareFiles
          files={there.map(({ run: key, name, file }) => ({
            ...{ key, file, name },
            notes: <Facts file={file} name={name} />,
          }))}
        />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          {there.map(({ run, file }) => (
            <MediaView key={run} file={file} />
          ))}
        </div>
      )}
      {files.map(
        ({ run, name, file }) =>
          !file && (
            <p key={run} className="text-faint text-xs">
              {name} has no file here.
            </p>
          ),
      )}
    </>
  )
}

function Facts({ file, name }: { file: File; name: string }) {
  return (
    <p className="-mr-2 flex items-center justify-between text-xs">
      <MediaFacts file={file} />
      <ActionButton
        name={`Download the ${nounOf(file)} of ${name}`}
        word="Download"
        icon={<Download size={16} />}
        onClick={() => saveFile(file.blob, file.name ?? `${nounOf(file)}.${extensionOf(file.type)}`)}
      />
    </p>
  )
}
