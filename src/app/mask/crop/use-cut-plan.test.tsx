import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useCutPlan } from './use-cut-plan.ts'

const picture = { width: 100, height: 60 }

function padding() {
  const { result } = renderHook(() => useCutPlan('pad', picture, () => []))
  const doing = (change: (plan: typeof result.current) => void) => act(() => change(result.current))
  return { frame: () => result.current.frame, doing }
}

test('what is padded stays in the middle while its size is typed, until an edge is chosen', () => {
  const { frame, doing } = padding()
  doing((plan) => plan.edgeTo('width', 140))
  doing((plan) => plan.edgeTo('height', 100))
  expect(frame()).toEqual({ x: -20, y: -20, width: 140, height: 100 })
  doing((plan) => plan.frameTo({ ...plan.frame, x: 0 }))
  doing((plan) => plan.edgeTo('width', 200))
  doing((plan) => plan.edgeTo('height', 120))
  expect(frame()).toEqual({ x: 0, y: -30, width: 200, height: 120 })
  doing((plan) => plan.setWay('pad'))
  doing((plan) => plan.edgeTo('width', 120))
  expect(frame()).toMatchObject({ x: -10, width: 120 })
})

test('an edge that was dragged is chosen too', () => {
  const { frame, doing } = padding()
  doing((plan) => plan.frameTo({ ...plan.frame, height: 90 }))
  doing((plan) => plan.edgeTo('height', 100))
  expect(frame()).toMatchObject({ y: 0, height: 100 })
})
