import { fail } from '../../errors.ts'
import type { PipelineApp } from '../operation.ts'
import type { DocumentRequest } from './document.ts'

type Marking = Pick<PipelineApp, 'sealer'>

const markOf = ({ sealer }: Marking, owner: string): string =>
  sealer.mac('form-owner', owner).toString('base64url')

/** Between drawing and sending a form, someone else may have signed in with the same browser. */
export const isDrawnFor = (
  app: Marking,
  { drawnFor }: Pick<DocumentRequest, 'drawnFor'>,
  owner: string,
): boolean => drawnFor === null || drawnFor === markOf(app, owner)

export const drawingFor = (app: Marking, request: DocumentRequest, owner: string): DocumentRequest => ({
  ...request,
  owner: markOf(app, owner),
})

export const ownForms = (
  app: Marking,
  request: DocumentRequest,
  { owner, refusal }: { owner: string; refusal: string },
): DocumentRequest =>
  isDrawnFor(app, request, owner) ? drawingFor(app, request, owner) : fail('forbidden', { message: refusal })
