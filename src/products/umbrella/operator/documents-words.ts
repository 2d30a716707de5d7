import { isUploadType, uploadMeanings } from '../buying/uploads.ts'

export const ATTACH =
  'Send each document in required_upload_types, as attachments: [{"type": "declarations", "filename": "home.pdf", "content": "…"}] with the file in base64 as content.'

export const ATTACH_WITH_UID = `${ATTACH} Send uid with them.`

export const answerRequested = (person: string, isAsked: boolean): string[] =>
  isAsked ? [`Ask the ${person} next_question and send the answers in intake with bind.`] : []

const plainly = new Intl.ListFormat('en-US')

export const askForDocuments = (person: string, uploads: readonly string[]): string[] => {
  const asked = uploads.filter(isUploadType).map(type => `${uploadMeanings[type]} (type ${type})`)
  return asked.length > 0 ? [`Ask the ${person} for ${plainly.format(asked)}, as PDF, PNG or JPEG.`] : []
}
