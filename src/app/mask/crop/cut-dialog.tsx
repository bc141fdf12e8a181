import { Crop, Expand } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { readSize } from '#contract/images/images-rules.ts'
import type { Dimensions } from '#media/dimensions.ts'
import type { MaskEditor } from '#media/mask/mask-editor.ts'
import type { TrayPicture } from '../../files/read-file.ts'
import { Button } from '../../ui/button.tsx'
import { Choice, Tick } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NumberField } from '../tools/number-field.tsx'
import { type Cut, type CutWay, isEqual, longestEdge, sizeName } from './cut.ts'
import type { Ground } from './cut-base.tsx'
import { CutPreview } from './cut-preview.tsx'
import { type CutPlan, useCutPlan } from './use-cut-plan.ts'

interface CutDialogProps {
  readonly way: CutWay
  readonly picture: TrayPicture
  readonly mask: MaskEditor
  readonly sizesOf: (way: CutWay) => readonly Dimensions[]
  /** Resolves when the new picture is in place; rejects with an Error whose message is shown. */
  readonly onCut: (cut: Cut, ground: Ground, outside: 0 | 255) => Promise<void>
  readonly onClose: () => void
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Crops or pads the base to an exact size. The mask goes with it. */
export function CutDialog({ way: first, picture, mask, sizesOf, onCut, onClose }: CutDialogProps) {
  const plan = useCutPlan(first, picture, sizesOf)
  const [state, setState] = useState<{ readonly status: 'ready' | 'cutting' | 'failed'; readonly why?: string }>(ready)
  const { way, frame, to } = plan
  const cut = async () => {
    setState({ status: 'cutting' })
    const outside = plan.reachesOver && plan.outside === 'marked' ? 255 : 0
    await onCut({ frame, to }, plan.ground, outside).then(onClose, (error: unknown) =>
      setState({ status: 'failed', why: error instanceof Error ? error.message : String(error) }),
    )
  }
  const said = state.why ?? plan.problem
  return (
    <Dialog
      title="Crop or pad"
      open
      onClose={onClose}
      foot={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p
            role="status"
            style={{ flexBasis: '13rem' }}
            className={`min-w-0 flex-1 text-xs tabular-nums ${said ? 'text-warning' : 'text-soft'}`}
          >
            {said ?? resultIn(plan)}
          </p>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            look="primary"
            icon={way === 'crop' ? <Crop {...icon} /> : <Expand {...icon} />}
            disabled={plan.problem !== undefined || state.status === 'cutting'}
            onClick={() => void cut()}
          >
            {isEqual(frame, picture) ? 'Scale' : words[way]}
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <Choice name="Way" options={ways} value={way} onChange={plan.setWay} />
        <CutPreview plan={plan} picture={picture} mask={mask} />
        <Sizes plan={plan} />
        <Numbers plan={plan} picture={picture} />
        {way === 'pad' && <NewArea plan={plan} />}
      </div>
    </Dialog>
  )
}

const ready = { status: 'ready' } as const
const words = { crop: 'Crop', pad: 'Pad' } as const
const ways = [
  ['crop', 'Crop'],
  ['pad', 'Pad'],
] as const

function resultIn({ to, frame }: CutPlan): string {
  const by = to.width / frame.width
  const scaled = isEqual(to, frame) ? '' : `, ${by > 1 ? 'enlarged' : 'reduced'} to ${Math.round(by * 100)} %`
  return `Becomes ${sizeName(to)}${scaled}. The previous image stays in Steps.`
}

function Sizes({ plan }: { readonly plan: CutPlan }) {
  const { size, sizes, frame, scale } = plan
  const word = ({ width, height }: Dimensions) => `${width}x${height}`
  const options = [['free', 'Any'] as const, ...sizes.map((one) => [word(one), sizeName(one)] as const)]
  return (
    <Part title="Size">
      <Choice
        name="Size"
        options={options}
        value={size ? word(size) : 'free'}
        onChange={(value) => plan.choose(readSize(value))}
      />
      {size && !isEqual(size, frame) && (
        <Tick
          isOn={scale === 'to size'}
          onChange={(isOn) => plan.set({ scale: isOn ? 'to size' : 'no' })}
        >{`Scale to ${sizeName(size)} pixels`}</Tick>
      )}
    </Part>
  )
}

function Numbers({ plan, picture }: { readonly plan: CutPlan; readonly picture: TrayPicture }) {
  const { frame, way } = plan
  const sign = way === 'crop' ? 1 : -1
  const most = (all: number) => (way === 'crop' ? all : longestEdge)
  const least = (all: number) => (way === 'crop' ? 1 : all)
  const field = (name: string, value: number, from: number, to: number, onChange: (value: number) => void) => (
    <NumberField name={name} value={value} least={from} most={to} onChange={onChange} />
  )
  return (
    <Part title={way === 'crop' ? 'Crop area' : 'Image position'}>
      <div className="flex flex-wrap gap-x-3 gap-y-2">
        {field('Left', sign * frame.x, 0, Math.abs(picture.width - frame.width), (x) =>
          plan.frameTo({ ...frame, x: sign * x }),
        )}
        {field('Top', sign * frame.y, 0, Math.abs(picture.height - frame.height), (y) =>
          plan.frameTo({ ...frame, y: sign * y }),
        )}
        {field('Width', frame.width, least(picture.width), most(picture.width), (width) => plan.edgeTo('width', width))}
        {field('Height', frame.height, least(picture.height), most(picture.height), (height) =>
          plan.edgeTo('height', height),
        )}
      </div>
    </Part>
  )
}

const grounds = [
  ['clear', 'Transparent'],
  ['white', 'White'],
  ['black', 'Black'],
] as const

function NewArea({ plan }: { readonly plan: CutPlan }) {
  return (
    <Part title="New area">
      <Choice name="New area" options={grounds} value={plan.ground} onChange={(ground) => plan.set({ ground })} />
      <Tick isOn={plan.outside === 'marked'} onChange={(isOn) => plan.set({ outside: isOn ? 'marked' : 'not marked' })}>
        Mark it in the mask, so that the model fills it
      </Tick>
    </Part>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="font-medium text-sm">{title}</h3>
      {children}
    </section>
  )
}
