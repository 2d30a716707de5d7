import { describe, expect, test } from 'vitest'
import { checkVersions, retirementHeaders, versions } from './versions.ts'

const retiring = (deprecated: string, sunset: string) => ({
  name: 'v1',
  retirement: { deprecated: new Date(deprecated), sunset: new Date(sunset) },
})

describe('versions', () => {
  test('the table in use is sound, and v1 is its first', () => {
    expect(() => checkVersions(versions)).not.toThrow()
    expect(versions[0]?.name).toBe('v1')
  })

  test('a version that is being retired emits Deprecation and Sunset', () => {
    expect(retirementHeaders(retiring('2027-01-01T00:00:00Z', '2027-06-01T00:00:00Z'))).toEqual({
      deprecation: '@1798761600',
      sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
    })
    expect(retirementHeaders({ name: 'v1' })).toEqual({})
  })

  test('a sunset less than 90 days after deprecation stops the start', () => {
    expect(() => checkVersions([retiring('2027-01-01', '2027-03-31')])).toThrow('it needs 90')
    expect(() => checkVersions([retiring('2027-01-01', '2027-04-01')])).not.toThrow()
  })
})
