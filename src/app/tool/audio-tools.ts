import { AudioLines, Captions, type LucideIcon, Mic, Sparkles } from 'lucide-react'
import type { EndpointId } from '#contract/endpoints.ts'
import { routes } from '#contract/routes.ts'
import type { Taking, Tool } from './tools.ts'

type AudioEndpoint = Extract<EndpointId, `audio.${string}`>

const tool = (endpoint: AudioEndpoint, verb: string, icon: LucideIcon, own: Partial<Tool>): Tool => ({
  ...{
    id: endpoint,
    endpoint,
    panel: 'audio',
    title: routes[endpoint].title,
    verb,
    icon,
    gives: 'audio',
    makes: ['recording', 'recordings'],
    fresh: {},
  },
  // The bare address shows speech.
  ...(endpoint !== 'audio.speech' && { tab: endpoint.slice(6) }),
  ...own,
})

/** Taking a recording over, as an item of its menu, into the field `file`. */
const hears = (words: string, types = /^audio\//): readonly Taking[] => [
  { as: 'file', types, name: (what) => `${words} ${what}` },
]

/** The tools of the audio panel, in the order of its tabs. They share a few icons, since the first page loads them all. */
export const audioTools: readonly Tool[] = [
  tool('audio.speech', 'Speak', AudioLines, {
    // The one audio model that the interface names, and a voice, which its provider requires.
    fresh: { model: 'gen-4o-mini-tts', voice: 'alloy' },
  }),
  tool('audio.transcriptions', 'Transcribe', Captions, {
    makes: ['transcript', 'transcripts'],
    gives: 'transcript',
    takes: hears('Transcribe'),
  }),
  tool('audio.voice-design', 'Design voices', Sparkles, {
    makes: ['voice', 'voices'],
    gives: 'voices',
    // Providers require a text or this.
    fresh: { auto_generate_text: true },
  }),
  tool('audio.voice-change', 'Change voice', AudioLines, {
    takes: hears('Change voice in'),
  }),
  tool('audio.dubbing', 'Dub', Captions, {
    makes: ['dub', 'dubs'],
    gives: 'dub',
    takes: hears('Dub', /^(?:audio|video)\//),
  }),
  tool('audio.music', 'Compose', AudioLines, {
    makes: ['track', 'tracks'],
    // Set, so that a track is never longer than was seen before the press.
    fresh: { music_length_ms: 30_000 },
  }),
  tool('audio.sound-generation', 'Generate sound', AudioLines, {
    makes: ['sound', 'sounds'],
    fresh: { duration_seconds: 5 },
  }),
  tool('audio.voice-isolation', 'Isolate voice', Mic, {
    takes: hears('Isolate voice in'),
  }),
]
