import { estimateTokens } from '../text/tokens.ts'
import type { Size } from './order.ts'

/** Tokens of a square of 1024 pixels, by quality, as providers count them. */
const perSquare = { low: 272, medium: 1056, high: 4160 } as const

const square = 1024 * 1024

export type Quality = keyof typeof perSquare

const tokensOf = ({ width, height }: Size, quality: Quality) =>
  Math.ceil((perSquare[quality] * width * height) / square)

export interface Usage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly total_tokens: number
  readonly input_tokens_details: { readonly text_tokens: number; readonly image_tokens: number }
  readonly estimated: true
}

/** Token counts in the usual shape; `estimated` says that nobody counted. */
export function pictureUsage(
  prompt: string,
  inputs: readonly Size[],
  made: { size: Size; quality: Quality; count: number },
): Usage {
  const text = estimateTokens(prompt)
  const images = inputs.reduce((sum, size) => sum + tokensOf(size, 'medium'), 0)
  const output = tokensOf(made.size, made.quality) * made.count
  return {
    input_tokens: text + images,
    output_tokens: output,
    total_tokens: text + images + output,
    input_tokens_details: { text_tokens: text, image_tokens: images },
    estimated: true,
  }
}
