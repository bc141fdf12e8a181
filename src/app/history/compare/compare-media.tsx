import { Download } from 'lucide-react'
import { Suspense } from 'react'
import { extensionOf, mediaKind } from '#media/media-type.ts'
import { useAssets } from '../../run/history/use-assets.ts'
import type { Run } from '../../run/run.ts'
import { ActionButton } from '../../ui/button/action-button.tsx'
import { saveFile } from '../../ui/files.ts'
import { MediaFacts, type MediaFile } from '../../view/media/media-file.tsx'
import { MediaView } from '../../view/media/media-view.tsx'
import { CompareFiles } from './compare-files.tsx'

type File = MediaFile & { readonly id: string; readonly sha256: string }

export type FilesOf = (run: Run, assets: NonNullable<ReturnType<typeof useAssets>>) => readonly File[]

interface CompareMediaProps {
  readonly left: Run
  readonly right: Run
  readonly filesOf: FilesOf
}

/** The media of two runs in pairs, each in the comparison for its kind. */
export function CompareMedia({ left, right, filesOf }: CompareMediaProps) {
  const one = filesOf(left, useAssets(left) ?? [])
  const two = filesOf(right, useAssets(right) ?? [])
  const pairs = Array.from({ length: Math.max(one.length, two.length) }, (_, at) => [one[at], two[at]] as const)
  if (pairs.length === 0) return null
  return (
    <ol aria-label="Media" className="grid grid-cols-1 gap-8">
      {pairs.map(([a, b], at) => (
        <li key={`${a?.id} ${b?.id}`} className="grid grid-cols-1 gap-3">
          <Suspense>
            <Pair left={a} right={b} names={[nameIn(left, one, at), nameIn(right, two, at)]} />
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

interface PairProps {
  readonly left: File | undefined
  readonly right: File | undefined
  readonly names: readonly [left: string, right: string]
}

function Pair({ left, right, names }: PairProps) {
  const kind = left && mediaKind(left.type)
  const isOneKind = left && right && kind !== undefined && mediaKind(right.type) === kind
  return (
    <>
      {left && left.sha256 === right?.sha256 && <p className="text-soft text-xs">Identical files.</p>}
      {isOneKind ? (
        <CompareFiles
          files={[left, right].map((file, at) => {
            const name = names[at] ?? ''
            return { key: at === 0 ? 'left' : 'right', file, name, notes: <Facts file={file} name={name} /> }
          })}
        />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          {[left, right].map((file, at) => {
            const side = at === 0 ? 'left' : 'right'
            if (file) return <MediaView key={side} file={file} />
            return (
              <p key={side} className="text-faint text-xs">
                No matching result in the {side} run.
              </p>
            )
          })}
        </div>
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
