import { useState } from 'react'
import { type Dimensions, mostPixels } from '#media/dimensions.ts'
import { type CutWay, centred, type Frame, fittedFrame, isEqual, reachesOver, settledFrame } from './cut.ts'
import type { Ground } from './cut-base.tsx'

interface Plan {
  readonly way: CutWay
  readonly frame: Frame
  /** Axes along which the position was not chosen: there the picture stays centred. */
  readonly middle: { readonly x: boolean; readonly y: boolean }
  /** The size that was chosen, whose shape the frame keeps. */
  readonly size: Dimensions | undefined
  readonly scale: 'to size' | 'no'
  readonly ground: Ground
  readonly outside: 'marked' | 'not marked'
}

/** The size whose shape is most like the picture's. */
function closest(sizes: readonly Dimensions[], picture: Dimensions): Dimensions | undefined {
  const distance = ({ width, height }: Dimensions) =>
    Math.abs(Math.log((width * picture.height) / height / picture.width))
  return sizes.toSorted((a, b) => distance(a) - distance(b))[0]
}

const begin = (way: CutWay, picture: Dimensions, sizes: readonly Dimensions[]) => {
  const size = closest(sizes, picture)
  return { way, size, middle, frame: size ? fittedFrame(size, picture, way) : { x: 0, y: 0, ...edges(picture) } }
}

const middle = { x: true, y: true }

const edges = ({ width, height }: Dimensions): Dimensions => ({ width, height })

/** The state of the crop and pad dialog. */
export function useCutPlan(first: CutWay, picture: Dimensions, sizesOf: (way: CutWay) => readonly Dimensions[]) {
  const [plan, setPlan] = useState<Plan>(() => ({
    ...begin(first, picture, sizesOf(first)),
    ...{ scale: 'to size', ground: 'clear', outside: 'marked' },
  }))
  const { way, frame, size, scale } = plan
  const set = (change: Partial<Plan>) => setPlan((before) => ({ ...before, ...change }))
  const to = size && scale === 'to size' ? size : edges(frame)
  const isUnchanged = isEqual(frame, picture) && isEqual(to, picture)
  const isTooLarge = to.width * to.height > mostPixels
  const problem = isUnchanged
    ? 'This is the whole image, unchanged.'
    : isTooLarge
      ? 'The maximum is 64 megapixels.'
      : undefined
  return {
    ...plan,
    ...{ to, problem, set, sizes: sizesOf(way), reachesOver: reachesOver(frame, picture) },
    setWay: (next: CutWay) => set(begin(next, picture, sizesOf(next))),
    choose: (next: Dimensions | undefined) =>
      set({ size: next, ...(next && { middle, frame: fittedFrame(next, picture, way) }) }),
    /** The frame as it was drawn; the nearest that is allowed is taken. With a shape the width says how high it is. */
    frameTo: (next: Frame) =>
      set({
        frame: shaped(settledFrame(next, picture, way), size, picture, way),
        middle: {
          x: plan.middle.x && next.x === frame.x && next.width === frame.width,
          y: plan.middle.y && next.y === frame.y && next.height === frame.height,
        },
      }),
    /** An edge by its number; the other follows where a shape was chosen. */
    edgeTo: (edge: 'width' | 'height', pixels: number) => {
      const by = size && pixels / size[edge]
      const wanted = size && by ? { width: size.width * by, height: size.height * by } : { [edge]: pixels }
      const next = shaped(settledFrame({ ...frame, ...wanted }, picture, way), size, picture, way)
      set({ frame: way === 'pad' ? centred(next, picture, plan.middle) : next })
    },
  }
}

export type CutPlan = ReturnType<typeof useCutPlan>

/** Restores the chosen shape after a frame was clipped to the picture. */
function shaped(frame: Frame, shape: Dimensions | undefined, picture: Dimensions, way: CutWay): Frame {
  if (!shape) return frame
  const scales = [frame.width / shape.width, frame.height / shape.height]
  const by = way === 'crop' ? Math.min(...scales) : Math.max(...scales)
  return settledFrame({ ...frame, width: shape.width * by, height: shape.height * by }, picture, way)
}
