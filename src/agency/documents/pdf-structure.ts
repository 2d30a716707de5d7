import { inflateSync } from 'node:zlib'

const MOST_UNPACKED_BYTES = 16 * 2 ** 20
const SNIFFED_BYTES = 1024

const DELIMITER = '[\\0-\\x20()<>[\\]{}/%]'

const NAME_PROBLEMS: Record<string, string> = {
  Encrypt: 'is a PDF with a password or other protection; save it without',
  JavaScript: 'is a PDF that runs a script; print it to a new PDF',
  Launch: 'is a PDF that starts a program; print it to a new PDF',
  EmbeddedFile: 'is a PDF with other files inside; print it to a new PDF',
  EmbeddedFiles: 'is a PDF with other files inside; print it to a new PDF',
  FileAttachment: 'is a PDF with other files inside; print it to a new PDF',
  GoToE: 'is a PDF with other files inside; print it to a new PDF',
  RichMedia: 'is a PDF that plays media; print it to a new PDF',
}

const PLAIN_NAME = new RegExp(`/(${Object.keys(NAME_PROBLEMS).join('|')})(?=${DELIMITER}|$)`)
const ESCAPED_NAME = /\/([^\0- ()<>[\]{}/%]*#[0-9A-Fa-f]{2}[^\0- ()<>[\]{}/%]*)/g

/** `/J#61vaScript` is another way to write `/JavaScript`. */
const unescaped = (name: string): string =>
  name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const nameProblemIn = (text: string): string | null => {
  const plain = PLAIN_NAME.exec(text)?.[1]
  if (plain !== undefined) return NAME_PROBLEMS[plain] ?? null
  for (const [, name = ''] of text.matchAll(ESCAPED_NAME)) {
    const problem = NAME_PROBLEMS[unescaped(name)]
    if (problem !== undefined) return problem
  }
  return null
}

type Stream = { dictionary: string; data: Buffer }

function* streamsOf(bytes: Buffer, text: string): Generator<Stream> {
  const opening = /stream\r?\n/g
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const begin = match.index + match[0].length
    const end = text.indexOf('endstream', begin)
    if (end === -1) return
    const object = text.lastIndexOf('obj', match.index)
    yield { dictionary: text.slice(Math.max(object, 0), match.index), data: bytes.subarray(begin, end) }
    opening.lastIndex = end + 'endstream'.length
  }
}

const UNREADABLE = 'is a PDF that cannot be looked into; print it to a new PDF'

const PACKER = '/(?:FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL)\\b'
const PACKED_TWICE = new RegExp(`/F(?:ilter)?\\s*\\[[^\\]]*${PACKER}[^\\]]*${PACKER}`)
const PACKED_ONCE = /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])\s*(?=\/|>>)/

const unpack = ({ dictionary, data }: Stream, mostBytes: number): Buffer | null => {
  const names = unescaped(dictionary)
  if (!/\/Filter\b/.test(names)) return data
  if (!PACKED_ONCE.test(names) || /\/Predictor\b/.test(names)) return null
  try {
    return inflateSync(data, { maxOutputLength: mostBytes })
  } catch {
    return null
  }
}

const hiddenProblem = (bytes: Buffer, text: string): string | null => {
  let left = MOST_UNPACKED_BYTES
  for (const stream of streamsOf(bytes, text)) {
    const names = unescaped(stream.dictionary)
    if (PACKED_TWICE.test(names)) return 'is a PDF that is packed more than once; print it to a new PDF'
    if (!names.includes('/ObjStm')) continue
    const unpacked = unpack(stream, Math.max(left, 1))
    if (!unpacked) return UNREADABLE
    left -= unpacked.length
    const problem = left < 0 ? UNREADABLE : nameProblemIn(unpacked.toString('latin1'))
    if (problem) return problem
  }
  return null
}

const outsideProblem = (text: string): string | null => {
  if (!text.startsWith('%PDF-')) return 'is not a PDF from its first byte on'
  if (/<(?:html|script|svg|body|!doctype|\?php)/i.test(text.slice(0, SNIFFED_BYTES)))
    return 'is a PDF and a web page at once'
  const end = text.lastIndexOf('%%EOF')
  if (end === -1) return 'is a PDF that was cut off; send the whole file'
  return /[^\0\s]/.test(text.slice(end + '%%EOF'.length)) ? 'has data after the end of the PDF' : null
}

export const structureProblem = (bytes: Buffer): string | null => {
  const text = bytes.toString('latin1')
  return outsideProblem(text) ?? nameProblemIn(text) ?? hiddenProblem(bytes, text)
}
