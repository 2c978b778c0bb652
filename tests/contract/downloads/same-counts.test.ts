/** The counts before an order do not depend on what the account may not download. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { URL } from './ask-downloads.ts';
import { PLACES, startDownloadSite, type DownloadSite } from './download-site.ts';

/** One track elsewhere, in place of those of the first server. */
const ELSEWHERE = [
  {
    type: 'Feature' as const,
    geometry: { type: 'LineString' as const, coordinates: [[17, 4], [18, 4]] }, // prettier-ignore
    properties: { name: 'Another path' },
  },
];

const box = ([west, south, east, north]: readonly number[]): string =>
  `POLYGON ((${west} ${south}, ${east} ${south}, ${east} ${north}, ${west} ${north}, ${west} ${south}))`;

/** Everything, which is over the limit; all tracks; smaller and smaller around a corner of one; none. */
const AREAS = [
  [8.5, -3.5, 19, 5.5],
  [9, 0, 10.5, 1.5],
  ...Array.from({ length: 12 }, (_, step) => {
    const half = 0.5 / 2 ** step;
    return [9.4 - half, 0.33 - half, 9.4 + half, 0.33 + half];
  }),
  [12, -2, 12.5, -1.5],
].map(box);

for (const { name, missing } of PLACES) {
  describe.skipIf(missing !== null)(`counts before an order over ${missing ?? name}`, () => {
    const sites: DownloadSite[] = [];

    beforeAll(async () => {
      sites.push(await startDownloadSite(name, { inProcess: true }));
      sites.push(await startDownloadSite(name, { inProcess: true, tracks: ELSEWHERE }));
    }, 120_000);
    afterAll(async () => {
      for (const site of sites) await site.close();
    });

    const ask = async (
      { app, visitors }: DownloadSite,
      level: keyof DownloadSite['visitors'],
      area: string,
    ): Promise<readonly unknown[]> => {
      const headers = visitors[level];
      const answer = await app.inject({ method: 'POST', url: `${URL}count/`, headers, payload: { area } }); // prettier-ignore
      const { date: _, ...rest } = answer.headers;
      return [answer.statusCode, rest, answer.body];
    };

    it.each(['member', 'warden'] as const)(
      'have the same bytes for a %s when what only elders may see is different',
      async (level) => {
        const [one, other] = sites as [DownloadSite, DownloadSite];
        for (const area of [...AREAS, 'POLYGON ((0 0))']) {
          const answer = await ask(one, level, area);
          expect(answer).toEqual(await ask(other, level, area));
          expect(String(answer[2])).not.toMatch(/tracks|shrines/);
        }
        // Elders see the difference, which proves that there is one.
        expect(await ask(one, 'elder', AREAS[1]!)).not.toEqual(
          await ask(other, 'elder', AREAS[1]!),
        );
      },
    );
  });
}
