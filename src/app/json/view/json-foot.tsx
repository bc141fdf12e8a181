import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { dimensionsLength, dimensionsOf, isTooLarge, tooLargeWords } from '#media/dimensions.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { byteSize } from '../../ui/format.ts'
import { TextRows } from '../../ui/text-rows.tsx'
import { type JsonIndex, pathOfNode } from './json-index.ts'
import { firstBytes, plainValue, rowValue } from './json-value.ts'

/** The path of the active value with buttons to copy both, and the whole value where its row is cut. */
export const JsonFoot = memo(function JsonFoot({ index, node }: { index: JsonIndex; node: number }) {
  const [open, setOpen] = useState(false)
  const path = useMemo(() => pathOfNode(index, node), [index, node])
  const value = useMemo(() => rowValue(index, node), [index, node])
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) foot.current?.scrollIntoView({ block: 'nearest' })
  }, [open])
  const picture = value.kind === 'base64' ? value.base64.picture : undefined
  const isCut = value.kind !== 'container' && value.kind !== 'base64' && value.cut !== undefined
  return (
    <>
      {open && picture && (
        <figure className="grid justify-items-center gap-1 border-line border-t p-3">
          <Preview picture={picture} alt={`Value at ${path}`} />
          <figcaption className="text-2xs text-faint">
            {value.kind === 'base64' && `${value.base64.type} · ${byteSize(value.base64.bytes)}`}
          </figcaption>
        </figure>
      )}
      {open && isCut && (
        <TextRows name="Whole value" text={plainValue(index, node)} className="max-h-64 border-line border-t py-2" />
      )}
      <div ref={foot} className="flex items-center gap-1 border-line border-t py-1 pr-3 pl-5">
        <code className="min-w-0 flex-1 truncate text-2xs text-soft" dir="ltr" title={path}>
          {path}
        </code>
        {(picture || isCut) && (
          <Button
            look="quiet"
            aria-expanded={open}
            className="min-h-6! px-2! text-2xs coarse:min-h-11!"
            onClick={() => setOpen(!open)}
          >
            {picture ? 'Preview' : 'Show all'}
          </Button>
        )}
        <CopyButton name="Copy path" text={path} />
        <CopyButton name="Copy value" text={() => plainValue(index, node)} />
      </div>
    </>
  )
})

interface PreviewProps {
  /** A data URL. */
  picture: string
  alt: string
}

/** Nothing is decoded before its header says how large it is. */
function Preview({ picture, alt }: PreviewProps) {
  const size = useMemo(
    () => dimensionsOf(firstBytes(picture.slice(picture.indexOf(',') + 1), dimensionsLength)),
    [picture],
  )
  if (size && !isTooLarge(size)) return <img src={picture} alt={alt} className="max-h-64 max-w-full object-contain" />
  return <p className="text-warning text-xs">{size ? tooLargeWords(size) : 'The browser cannot display this image.'}</p>
}
