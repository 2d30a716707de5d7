const MEDIA_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const

export type MediaType = (typeof MEDIA_TYPES)[number]

const HEAD_BYTES = 4100

export const mediaTypeOf = async (bytes: Buffer): Promise<MediaType | null> => {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes.subarray(0, HEAD_BYTES)).catch(() => undefined)
  return MEDIA_TYPES.find(type => type === found?.mime) ?? null
}

const END_OF_ZIP = Buffer.from('PK\x05\x06', 'latin1')
const LONGEST_ZIP_END = 22 + 0xffff

/** ZIP readers start at the end of a file, so a PDF or picture with a ZIP appended is both. */
export const endsAsZip = (bytes: Buffer): boolean => bytes.subarray(-LONGEST_ZIP_END).includes(END_OF_ZIP)
