import type { ReactNode } from 'react'
import { formatName, mediaKind } from '#media/media-type.ts'
import { useAssets } from '../../run/history/use-assets.ts'
import type { Run } from '../../run/run.ts'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { byteSize, shortly } from '../../ui/format.ts'
import { usePicture } from '../../view/media/use-picture.ts'

export type Fact = readonly [what: string, value: string | undefined]

export function Facts({ facts, missing = 'not reported' }: { facts: readonly Fact[]; missing?: string }) {
  return (
    <dl className="grid gap-x-4 px-5 text-xs">
      {facts.map(([what, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header may come twice, and facts never change their places.
        <div key={at} className="group grid min-h-7 grid-cols-[7.5rem_minmax(0,1fr)_auto] items-center gap-2">
          <dt className="break-words text-faint">{what}</dt>
          {value === undefined ? (
            <dd className="col-span-2 text-faint">{missing}</dd>
          ) : (
            <>
              <dd className="wrap-anywhere py-0.5 font-mono tabular-nums" dir="auto">
                {shortly(value, 2000)}
              </dd>
              <dd>
                <CopyButton
                  name={`Copy ${what}`}
                  text={value}
                  className="not-coarse:opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100"
                />
              </dd>
            </>
          )}
        </div>
      ))}
    </dl>
  )
}

export function TabPart({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-line border-b py-3 last:border-b-0">
      <h3 className="flex items-center gap-3 px-5 pb-1 font-medium text-sm">
        {title}
        {aside}
      </h3>
      {children}
    </section>
  )
}

export function Nothing({ children }: { children: ReactNode }) {
  return <p className="px-5 py-1 text-soft text-xs">{children}</p>
}

const secret = /^(?:authorization|proxy-authorization|cookie|set-cookie|(?:x-)?api-?key|x-auth-token)$/i

export function maskedHeaders(headers: readonly (readonly [name: string, value: string])[]): readonly Fact[] {
  return headers.map(([name, value]) => {
    const isShown = !secret.test(name) || /\[key\]/.test(value)
    return [name, isShown ? value : `${/^(?:Bearer|Basic) /i.exec(value)?.[0] ?? ''}••••`]
  })
}

type Asset = NonNullable<ReturnType<typeof useAssets>>[number]

const titles = { input: 'Files', output: 'Files', kept: 'Kept with the run, not sent' } as const

/** The stored files of a run that were sent, received or only kept, with name, type, size and hash. */
export function Files({ run, status, came }: { run: string; status: Run['status']; came: Asset['role'] }) {
  const files = useAssets({ id: run, status })?.filter((asset) => asset.role === came) ?? []
  if (files.length === 0) return null
  return (
    <TabPart title={titles[came]}>
      {files.map((file, at) => (
        <FileRow key={file.id} what={`File ${at + 1}`} file={file} />
      ))}
    </TabPart>
  )
}

interface FileRowProps {
  /** What it is here: its place, or the name of its part. */
  what: string
  file: Pick<Asset, 'type' | 'size' | 'sha256'> & { readonly name?: string; readonly blob?: Blob }
}

function FileRow({ what, file }: FileRowProps) {
  return (
    <div className="pb-2">
      <div className="flex items-start">
        <div className="min-w-0 flex-1">
          <Facts
            facts={[
              [what, file.name ?? 'without a name'],
              ['Type', file.type],
              ['Size', byteSize(file.size)],
            ]}
          />
        </div>
        {file.blob && mediaKind(file.type) === 'image' && (
          <Thumbnail blob={file.blob} name={file.name ?? formatName(file.type)} />
        )}
      </div>
      <Facts facts={[['SHA-256', file.sha256]]} />
    </div>
  )
}

function Thumbnail({ blob, name }: { blob: Blob; name: string }) {
  const { url, size } = usePicture(blob)
  if (url === undefined && size === undefined) return null
  return (
    <figure className="mt-1 mr-5 grid shrink-0 justify-items-center gap-1">
      {url && <img src={url} alt={name} className="size-16 rounded-md object-contain" />}
      {size && (
        <figcaption className="font-mono text-2xs text-faint tabular-nums">
          {size.width} × {size.height}
        </figcaption>
      )}
    </figure>
  )
}

interface PartsProps extends Pick<Run, 'id' | 'status'> {
  parts: NonNullable<Run['parts']>
}

/** A multipart request: its fields and files in the order in which they went. */
export function Parts({ id, status, parts }: PartsProps) {
  const assets = useAssets({ id, status }) ?? []
  const bytesOf = (sha256: string) => assets.find((asset) => asset.role === 'input' && asset.sha256 === sha256)?.blob
  return (
    <TabPart title="Parts">
      {parts.map((part, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and parts never change their places.
        if (part.kind === 'text') return <Facts key={at} facts={[[part.name, part.value]]} />
        const blob = bytesOf(part.file.sha256)
        // biome-ignore lint/suspicious/noArrayIndexKey: the same.
        return <FileRow key={at} what={part.name} file={{ ...part.file, ...(blob && { blob }) }} />
      })}
    </TabPart>
  )
}
