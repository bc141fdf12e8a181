import { BellRing, CloudLightning, Drum, Footprints, Guitar, Piano } from 'lucide-react'
import { WithExamples } from './with-examples.tsx'

export const MusicTool = () => (
  <WithExamples
    endpoint="audio.music"
    heading="Describe the music, or start with an example"
    examples={[
      {
        icon: Piano,
        title: 'Calm piano',
        prompt: 'Slow solo piano in a minor key, calm and sparse',
        settings: { music_length_ms: 20_000, force_instrumental: true },
        says: '20 s, instrumental',
      },
      {
        icon: Guitar,
        title: 'Acoustic folk',
        prompt: 'Warm acoustic folk with guitar and bass, 100 bpm',
        settings: { music_length_ms: 20_000 },
        says: '20 s',
      },
      {
        icon: Drum,
        title: 'Electronic beat',
        prompt: 'Energetic electronic music with drums and synth bass, 128 bpm',
        settings: { music_length_ms: 15_000, force_instrumental: true },
        says: '15 s, instrumental',
      },
    ]}
  />
)

export const SoundEffectsTool = () => (
  <WithExamples
    endpoint="audio.sound-generation"
    heading="Describe the sound, or start with an example"
    examples={[
      {
        icon: CloudLightning,
        title: 'Thunderstorm',
        prompt: 'Heavy rain with distant thunder',
        settings: { duration_seconds: 8 },
        says: '8 s',
      },
      {
        icon: Footprints,
        title: 'Footsteps',
        prompt: 'Footsteps on gravel, slow',
        settings: { duration_seconds: 5 },
        says: '5 s',
      },
      {
        icon: BellRing,
        title: 'Notification',
        prompt: 'Two short bright bell notes',
        settings: { duration_seconds: 1.5 },
        says: '1.5 s',
      },
    ]}
  />
)
