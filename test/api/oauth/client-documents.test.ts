import * as library from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientDocuments } from '../../../src/doors/oauth/provider/client-metadata.ts'
import { configuration } from '../../../src/doors/oauth/provider/configuration.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ work: false })
})
afterAll(() => service.stop())

const ID = 'https://app.example/client.json'
const told = { client_id: ID, client_name: 'Quote Desk', redirect_uris: ['https://app.example/callback'] }

const findWith = async (document: object, id = ID) => {
  const fetched: string[] = []
  const documents = clientDocuments(['Bindery', 'Test Agency'], async address => {
    fetched.push(String(address))
    return Response.json(document)
  })
  const provider = new library.Provider(service.url, await configuration(service.app, library, documents))
  const client = await provider.Client.find(id).catch(() => undefined)
  const again = client && (await provider.Client.find(id))
  return { client, again, fetched }
}

test('a client is what the document at its own address says, fetched once', async () => {
  const { client, again, fetched } = await findWith({ ...told, token_endpoint_auth_method: 'none' })
  expect(client).toMatchObject({ clientId: ID, clientName: 'Quote Desk', clientAuthMethod: 'none' })
  expect(again?.clientId).toBe(ID)
  expect(fetched).toEqual([ID])
})

test.each([
  ['another client’s document', { ...told, client_id: 'https://other.example/client.json' }],
  ['a secret', { ...told, client_secret: 'a-secret' }],
  ['our own name', { ...told, token_endpoint_auth_method: 'none', client_name: 'Bindery' }],
])('a document with %s describes no client', async (_, document) => {
  expect((await findWith(document)).client).toBeUndefined()
})

test('no address but https is fetched, and the metadata says that documents are taken', async () => {
  const { client, fetched } = await findWith(told, 'http://app.example/client.json')
  expect([client, fetched]).toEqual([undefined, []])
  const metadata = await fetch(`${service.url}/.well-known/oauth-authorization-server`)
  expect(await metadata.json()).toMatchObject({ client_id_metadata_document_supported: true })
})
