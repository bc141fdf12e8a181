import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { describe as describeFields } from '../../../form/describe.ts'
import { frameFit, sizeValue } from './first-frame.ts'

const suggested =
  describeFields(endpoints['videos.create'].request).find(({ path }) => path === 'size')?.suggestions ?? []
const fitOf = (width: number, height: number, size?: string, stands: 'upright' | 'turned' = 'upright') =>
  frameFit({ width, height, stands }, size, suggested)
const wide = { width: 1280, height: 720 }

test('a first frame fits a video of its own size, once it stands upright', () => {
  expect(fitOf(1280, 720, '1280x720')).toEqual({ kind: 'matches', to: wide })
  expect(fitOf(1280, 720, '1280x720', 'turned')).toEqual({ kind: 'turned', to: wide })
  expect(fitOf(1024, 1024, '1280x720')).toEqual({ kind: 'other', to: wide, isOffered: false })
  expect(fitOf(720, 1280, '1280x720')).toEqual({ kind: 'other', to: wide, isOffered: true })
  expect(fitOf(100, 50, '100x50')).toMatchObject({ kind: 'matches' })
})

test('without a size, the one whose shape is nearest is proposed', () => {
  const proposed = (width: number, height: number) => {
    const found = fitOf(width, height)
    return found?.kind === 'unset' ? [sizeValue(found.to), found.isOffered] : found
  }
  expect(proposed(1280, 720)).toEqual(['1280x720', true])
  expect(proposed(3840, 2160)).toEqual(['1280x720', false])
  expect(proposed(1080, 1920)).toEqual(['720x1280', false])
  expect(proposed(1750, 1000)).toEqual(['1792x1024', false])
})

test('a size that is none is not compared', () => {
  expect(fitOf(1280, 720, 'auto')).toBeUndefined()
  expect(frameFit({ ...wide, stands: 'upright' }, undefined, [])).toBeUndefined()
})
