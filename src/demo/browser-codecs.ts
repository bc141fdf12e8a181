/** Nothing is registered, as in `sound-codecs.ts`: Mediabunny finds the browser's own decoders. */
export const missingDecoder = async (codec: string): Promise<string | undefined> =>
  `this browser cannot decode ${codec.toUpperCase()}`
