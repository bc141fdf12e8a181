import { act, cleanup, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { useRequestForm } from '../form/use-request-form.ts'
import { useUsual, withUsual } from './use-borrowed.ts'

afterEach(cleanup)

const timed = { format: 'verbose', times: ['word'] }

test('what is usual for a model takes the place of what was usual for the one before', () => {
  expect(withUsual({ model: 'a' }, {}, timed)).toEqual({ model: 'a', ...timed })
  expect(withUsual({ model: 'b', ...timed }, timed, {})).toEqual({ model: 'b' })
})

test('what a person chose stays, and then nothing is added beside it', () => {
  expect(withUsual({ format: 'srt' }, {}, timed)).toEqual({ format: 'srt' })
  expect(withUsual({ format: 'srt', times: ['word'] }, timed, {})).toEqual({ format: 'srt' })
})

const schema = z.looseObject({})

test('a form sets it once the models are known, and not again after a person took it out, nor after a reload', () => {
  const open = (kept: JsonRecord, before: JsonRecord) =>
    renderHook(
      ({ usual }: { usual: JsonRecord | undefined }) => {
        const [last, setLast] = useState(before)
        const form = useRequestForm(schema, { kept })
        useUsual(form, usual, last, setLast)
        return { form, last }
      },
      { initialProps: { usual: undefined as JsonRecord | undefined } },
    )
  const first = open({}, {})
  expect(first.result.current.form.draft).toEqual({})
  first.rerender({ usual: timed })
  expect(first.result.current.form.draft).toEqual(timed)
  act(() => first.result.current.form.replace({}))
  first.rerender({ usual: { ...timed } })
  expect(first.result.current.form.draft).toEqual({})
  const again = open({}, first.result.current.last)
  again.rerender({ usual: timed })
  expect(again.result.current.form.draft).toEqual({})
})
