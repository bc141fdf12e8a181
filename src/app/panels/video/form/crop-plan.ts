import type { Dimensions } from '#media/dimensions.ts'
import { settledFrame, within } from '../../../mask/crop/cut.ts'
import { beginCut, type CutPlan, shapedSize, withShape } from '../../../mask/crop/cut-plan.ts'

/** A crop to a fixed size: the largest frame of its shape, in the middle. */
export const beginCrop = (picture: Dimensions, to: Dimensions): CutPlan =>
  withShape(beginCut('crop', picture, 1), { kind: 'size', ...to })

/** Width and height of the largest frame. */
function largest({ picture, shape, frame }: CutPlan): Dimensions {
  return shapedSize(shape ?? frame, Number.POSITIVE_INFINITY, picture, 'crop', 1)
}

/** The narrowest frame that the zoom leads to, in pixels of the picture. */
const narrowest = 16

/** The greatest zoom, in percent. */
export function mostZoom(plan: CutPlan): number {
  const { width, height } = largest(plan)
  return within((Math.min(width, height) / narrowest) * 100, 100, 800)
}

/** How much smaller the frame is than the largest one, in percent. */
export const zoomOf = (plan: CutPlan): number => within((largest(plan).width / plan.frame.width) * 100, 100, 10_000)

/** The frame at another zoom, around its middle. */
export function withZoom(plan: CutPlan, percent: number): CutPlan {
  const { frame, picture } = plan
  const all = largest(plan)
  const by = Math.min(mostZoom(plan), Math.max(100, percent)) / 100
  const [width, height] = [all.width / by, all.height / by]
  const [x, y] = [frame.x + (frame.width - width) / 2, frame.y + (frame.height - height) / 2]
  return {
    ...plan,
    frame: settledFrame({ x, y, width, height }, picture, 'crop'),
    middle: { x: false, y: false },
  }
}
