import {
  AudioLines,
  BellRing,
  CloudLightning,
  Drum,
  Footprints,
  Grid2x2,
  Guitar,
  ImagePlay,
  Megaphone,
  Moon,
  Mountain,
  Piano,
  RectangleHorizontal,
  RectangleVertical,
  Sticker,
} from 'lucide-react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { promptField } from '#contract/routes.ts'
import { generateTool, speechTool, type Tool, tools, videoTool } from '../tools.ts'
import type { ToolExample } from './example.ts'

// The examples whose results the build makes ahead with the sandbox (`?samples` in vite.config.ts): pure, since Node reads this module too.

const pictures: readonly ToolExample[] = [
  {
    icon: Mountain,
    title: 'A wide image',
    prompt: 'A harbour at dusk, calm water, mountains behind, warm light',
    settings: { size: '1536x1024', quality: 'medium' },
    says: '1536 × 1024, medium',
    preview: 'picture',
  },
  {
    icon: Grid2x2,
    title: 'Four variations',
    prompt: 'A small red sailing boat on still water, poster, flat shapes',
    settings: { size: '1024x1024', n: 4, quality: 'low' },
    says: '4 images, 1024 × 1024, low',
    preview: 'picture',
  },
  {
    icon: Sticker,
    title: 'Transparent background',
    prompt: 'A fox, sticker with a bold outline',
    settings: { size: '1024x1024', background: 'transparent', output_format: 'png', quality: 'low' },
    says: 'transparent PNG, low',
    preview: 'picture',
  },
]

const clip = { seconds: '4', input_reference: undefined }

const videos: readonly ToolExample[] = [
  {
    icon: RectangleHorizontal,
    title: 'A landscape clip',
    prompt: 'Snowy mountains above a lake at dawn. The camera glides slowly along the shore. Sound of the wind.',
    settings: { ...clip, size: '1280x720' },
    says: '1280 × 720, 4 s',
    preview: 'picture',
  },
  {
    icon: RectangleVertical,
    title: 'A portrait clip',
    prompt: 'A lighthouse above the sea at night. The camera tilts up to its light.',
    settings: { ...clip, size: '720x1280' },
    says: '720 × 1280, 4 s',
    preview: 'picture',
  },
  {
    icon: ImagePlay,
    title: 'Animate an image',
    prompt: 'The balloon drifts to the left over the hills. The camera pulls back slowly.',
    settings: { ...clip, size: '1280x720' },
    says: 'a first frame, 1280 × 720, 4 s',
    preview: 'picture',
    firstFrame: 'A red hot air balloon over green hills in the morning',
  },
]

const speeches: readonly ToolExample[] = [
  {
    icon: AudioLines,
    title: 'A sentence',
    prompt: 'This voice was made by rules, without a model, so that you can hear how speech arrives.',
    preview: 'sound',
  },
  {
    icon: Megaphone,
    title: 'An announcement',
    prompt: 'The train to the coast leaves from platform four in six minutes.',
    settings: { instructions: 'Clear and calm, like a station announcement.', speed: 0.9 },
    says: 'with instructions, 0.9×',
    preview: 'sound',
  },
  {
    icon: Moon,
    title: 'A bedtime story',
    prompt: 'Once upon a time, a small boat sailed home under the light of the moon.',
    settings: { instructions: 'Soft and slow.', speed: 0.8, response_format: 'wav' },
    says: 'WAV, 0.8×',
    preview: 'sound',
  },
]

/** An example has no plan, whatever the form has. */
const fromPrompt = { composition_plan: undefined }

const tracks: readonly ToolExample[] = [
  {
    icon: Piano,
    title: 'Calm piano',
    prompt: 'Slow solo piano in a minor key, calm and sparse',
    settings: { ...fromPrompt, music_length_ms: 20_000, force_instrumental: true },
    says: '20 s, instrumental',
    preview: 'sound',
  },
  {
    icon: Guitar,
    title: 'Acoustic folk',
    prompt: 'Warm acoustic folk with guitar and bass, 100 bpm',
    settings: { ...fromPrompt, music_length_ms: 20_000 },
    says: '20 s',
    preview: 'sound',
  },
  {
    icon: Drum,
    title: 'Electronic beat',
    prompt: 'Energetic electronic music with drums and synth bass, 128 bpm',
    settings: { ...fromPrompt, music_length_ms: 15_000, force_instrumental: true },
    says: '15 s, instrumental',
    preview: 'sound',
  },
]

const effects: readonly ToolExample[] = [
  {
    icon: CloudLightning,
    title: 'Thunderstorm',
    prompt: 'Heavy rain with distant thunder',
    settings: { duration_seconds: 8 },
    says: '8 s',
    preview: 'sound',
  },
  {
    icon: Footprints,
    title: 'Footsteps',
    prompt: 'Footsteps on gravel, slow',
    settings: { duration_seconds: 5 },
    says: '5 s',
    preview: 'sound',
  },
  {
    icon: BellRing,
    title: 'Notification',
    prompt: 'Two short bright bell notes',
    settings: { duration_seconds: 1.5 },
    says: '1.5 s',
    preview: 'sound',
  },
]

const examples = new Map<string, readonly ToolExample[]>([
  [generateTool.id, pictures],
  [videoTool.id, videos],
  [speechTool.id, speeches],
  ['audio.music', tracks],
  ['audio.sound-generation', effects],
])

export const sampledExamples = ({ id }: Pick<Tool, 'id'>): readonly ToolExample[] => examples.get(id) ?? []

/** What an example asks for, as far as a form without any other settings would send it. */
export const exampleRequest = ({ endpoint, fresh }: Tool, { prompt, settings }: ToolExample): JsonRecord =>
  Object.fromEntries(
    Object.entries({ ...fresh, [promptField(endpoint)]: prompt, ...settings }).filter(
      ([, value]) => value !== undefined,
    ),
  )

/** Read by the build: the requests of all examples, by their prompts. */
export const sampled = new Map(
  tools.flatMap((tool) =>
    sampledExamples(tool).map((example) => [
      example.prompt,
      { endpoint: tool.endpoint, request: exampleRequest(tool, example), firstFrame: example.firstFrame },
    ]),
  ),
)
