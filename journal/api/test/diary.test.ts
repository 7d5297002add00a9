// The diary with its drafts, and the pictures that stand on entries, plans and trades.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from './refused.ts';
import { fill, openWithTrade, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openWithTrade();
});
afterAll(() => service.close());

describe('the diary', () => {
  it('is written, found, changed, linked to trades and unlinked', async () => {
    const entry = await service.client.journal.create({
      body: { title: ' A slow day ', body: 'Nothing to do.\n\n50% cash', tags: ['Mood'] },
    });
    expect(entry).toMatchObject({ title: ' A slow day ', tags: ['Mood'], trade_exec_ids: [] });
    const params = { journal_entry_id: entry.id };
    const link = { params: { exec_id: 'E1' }, body: { journal_entry_id: entry.id } };
    const linked = { trade_exec_id: 'E1', journal_entry_id: entry.id, linked: true };
    expect([await service.client.journal.linkTrade(link), await service.client.journal.linkTrade(link)]).toEqual([
      linked,
      linked,
    ]);
    expect((await service.client.journal.get({ params })).trade_exec_ids).toEqual(['E1']);
    expect((await service.client.journal.list({ query: { trade_exec_id: 'E1' } })).total).toBe(1);
    expect((await service.client.journal.list({ query: { search: '50%' } })).total).toBe(1);
    expect((await service.client.journal.list({ query: { tag: 'mood' } })).total).toBe(1);
    expect((await service.client.journal.list({ query: { tag: 'moo' } })).total).toBe(0);
    const listEntries = async (query: { from?: string; to?: string }) =>
      (await service.client.journal.list({ query })).total;
    expect(await listEntries({ from: entry.created_at })).toBe(1);
    expect(await listEntries({ to: entry.created_at })).toBe(0);
    const anHourLater = new Date(Date.parse(entry.created_at) + 3_600_000).toISOString();
    expect([await listEntries({ from: anHourLater }), await listEntries({ to: anHourLater })]).toEqual([0, 1]);
    const [listed] = (await service.client.journal.list({ query: { trade_exec_ids: 'none,E1', whole: true } })).items;
    expect(listed).toMatchObject({ id: entry.id, images: [], trades: [{ exec_id: 'E1', action: 'BOT' }] });
    expect((await service.client.journal.update({ params, body: { body: 'New' } })).updated_at).not.toBeNull();
    const audited = await service.client.audit.list({ query: { resource_ids: `none,${entry.id}` } });
    expect(new Set(audited.items.map(({ resource_id }) => resource_id))).toEqual(new Set([entry.id]));
    await service.client.journal.unlinkTrade({ params: { exec_id: 'E1', journal_entry_id: entry.id } });
    await expect(
      service.client.journal.unlinkTrade({ params: { exec_id: 'E1', journal_entry_id: entry.id } }),
    ).rejects.toMatchObject(refusal(404));
    await expect(
      service.client.journal.linkTrade({ ...link, body: { journal_entry_id: 'none' } }),
    ).rejects.toMatchObject(refusal(404));
    await service.client.journal.remove({ params });
    await expect(service.client.journal.get({ params })).rejects.toMatchObject(refusal(404));
  });
});

describe('a draft', () => {
  const typed = { fields: { title: '', body: 'Half a tho', tags: 'mood, ' }, writer: 'tab 1', replaces: null };

  it('is saved as it was typed, for the person alone, and reported where another device continued it', async () => {
    const { drafts } = service.person;
    const params = { form: 'diary:d1' };
    const first = await drafts.keep({ params, body: typed });
    expect((await drafts.list()).items).toEqual([first]);
    expect(await drafts.get({ params })).toEqual(first);
    expect(first).toMatchObject({ form: 'diary:d1', fields: { title: '', body: 'Half a tho', tags: 'mood, ' } });
    await drafts.keep({ params, body: { ...typed, fields: { body: 'Half a thought' } } });
    const other = { ...typed, fields: { body: 'Another' }, writer: 'tab 2' };
    await expect(drafts.keep({ params, body: other })).rejects.toMatchObject(refusal(409, 'somewhere else'));
    const keys = service.client.drafts;
    for (const ask of [
      () => keys.list(),
      () => keys.get({ params }),
      () => keys.keep({ params, body: typed }),
      () => keys.drop({ params }),
    ])
      await expect(ask()).rejects.toMatchObject(refusal(403));
    const seen = await drafts.get({ params });
    expect(seen.fields).toEqual({ body: 'Half a thought' });
    await drafts.keep({ params, body: { ...other, replaces: seen.kept_at } });
    expect((await drafts.list()).items).toMatchObject([{ fields: { body: 'Another' } }]);
    await drafts.drop({ params });
    for (const ask of [() => drafts.drop({ params }), () => drafts.get({ params })])
      await expect(ask()).rejects.toMatchObject(refusal(404, 'draft'));
  });

  it('is of any form with a name, holds no secret, and tells no one else that it is there', async () => {
    const { drafts } = service.person;
    const params = { form: 'trade:new' };
    await drafts.keep({ params, body: { fields: { instrument: 'ZQXJ', is_option: true } } });
    for (const name of ['password', 'passphrase', 'api_key', 'api_secret', 'refresh_token'])
      await expect(drafts.keep({ params, body: { fields: { [name]: 'x' } } })).rejects.toMatchObject(
        refusal(422, 'secret'),
      );
    for (const form of ['Trade', '../x', 'trade:', ':1', `trade:${'x'.repeat(400)}`, 'trade:a\nb'])
      await expect(drafts.keep({ params: { form }, body: { fields: {} } })).rejects.toMatchObject(refusal(422, 'form'));
    const outputs = [
      await service.client.audit.list({ query: { limit: 100 } }),
      await service.person.activity.list({ query: { limit: 100 } }),
      await service.person.bin.list({ query: { all: true } }),
    ];
    expect(JSON.stringify(outputs)).not.toContain('ZQXJ');
    expect((await service.person.app.start()).drafts?.items).toMatchObject([{ form: 'trade:new' }]);
    await drafts.drop({ params });
  });

  it('is gone with the entry it became, and leaves nothing in the audit; an entry that changed is not written over', async () => {
    const saveDraft = (form: string) => service.person.drafts.keep({ params: { form }, body: typed });
    const countDrafts = async () => (await service.person.drafts.list()).items.length;
    await saveDraft('diary:d2');
    const body = { title: 'Whole', body: 'Thought', draft_form: 'diary:d2' };
    // A key that names a draft of the person does not end it.
    const byKey = await service.client.journal.create({ body });
    expect(await countDrafts()).toBe(1);
    const entry = await service.person.journal.create({ body });
    expect(await countDrafts()).toBe(0);
    const params = { journal_entry_id: entry.id };
    await saveDraft('diary:d3');
    const seen = { if_updated_at: entry.updated_at, draft_form: 'diary:d3' };
    await service.client.journal.update({ params, body: { body: 'By the assistant' } });
    await expect(service.person.journal.update({ params, body: { body: 'Mine', ...seen } })).rejects.toMatchObject(
      refusal(409, 'changed in the meantime'),
    );
    expect([await countDrafts(), (await service.client.journal.get({ params })).body]).toEqual([1, 'By the assistant']);
    const { updated_at } = await service.client.journal.get({ params });
    await service.person.journal.update({ params, body: { body: 'Mine', ...seen, if_updated_at: updated_at } });
    expect(await countDrafts()).toBe(0);
    expect(JSON.stringify(await service.client.audit.list({ query: { limit: 100 } }))).not.toContain('Half a tho');
    for (const { id } of [entry, byKey]) await service.client.journal.remove({ params: { journal_entry_id: id } });
  });
});

describe('images', () => {
  const params = { exec_id: 'E1' };
  const picture = (format: 'png' | 'jpeg' | 'gif' | 'webp') =>
    sharp({ create: { width: 640, height: 320, channels: 3, background: '#224466' } })
      .toFormat(format)
      .toBuffer();
  const attach = (bytes: Uint8Array, caption = 'entry') =>
    service.client.images.attachToTrade({ params, body: { caption, file: { bytes, name: '../../etc/passwd' } } });

  it.each(['png', 'jpeg', 'gif', 'webp'] as const)(
    'of type %s are stored as WebP with a small version',
    async (format) => {
      const { image_id } = await attach(await picture(format));
      const facts = await service.client.images.get({ params: { image_id } });
      expect(facts).toMatchObject({ caption: 'entry', mime_type: 'image/webp', width: 640, height: 320 });
      const full = await service.client.images.full({ params: { image_id } });
      expect([full.contentType, full.bytes.length]).toEqual(['image/webp', facts.file_size]);
      for (const [max_size, width] of [
        [200, 200],
        [64, 64],
        [2000, 640],
      ] as const) {
        const small = await service.client.images.thumbnail({ params: { image_id }, query: { max_size } });
        expect((await sharp(small.bytes).metadata()).width).toBe(width);
      }
      const listed = await service.client.images.listForTrade({ params });
      expect(listed.at(-1)).toMatchObject({ id: image_id, thumbnail_url: `/api/v1/images/${image_id}/thumbnail` });
      await service.client.images.remove({ params: { image_id } });
      await expect(service.client.images.full({ params: { image_id } })).rejects.toMatchObject(refusal(404));
    },
  );

  it('that only claim to be images are refused, and damaged or huge ones too', async () => {
    await expect(attach(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).rejects.toMatchObject(
      refusal(422, 'file'),
    );
    await expect(attach(Buffer.from('\x89PNG\r\n\x1a\nnot really', 'latin1'))).rejects.toMatchObject(
      refusal(422, 'file'),
    );
    await expect(attach(Buffer.alloc(10 * 1024 * 1024 + 1, 0xff))).rejects.toMatchObject(refusal(413));
    await expect(attach(Buffer.alloc(0))).rejects.toMatchObject(refusal(422, 'file'));
  });

  it('stand on entries of the diary and on plans too, can be called otherwise, and go with them', async () => {
    const file = async () => ({ file: { bytes: await picture('png'), name: 'a.png' } });
    const entry = await service.client.journal.create({ body: { title: 'Chart of the day' } });
    const ofEntry = { journal_entry_id: entry.id };
    const first = await service.client.images.attachToEntry({ params: ofEntry, body: await file() });
    const plan = await service.client.plans.create({
      body: { ticker: 'PICT', strategy_name: 'x', entry: 10, stop: 9, target: 12, conditions: 'y' },
    });
    const ofPlan = { plan_id: plan.id };
    const second = await service.client.images.attachToPlan({ params: ofPlan, body: await file() });
    await service.client.images.update({ params: { image_id: first.image_id }, body: { caption: 'the open' } });
    expect(await service.client.images.listForEntry({ params: ofEntry })).toMatchObject([
      { id: first.image_id, caption: 'the open' },
    ]);
    expect(await service.client.images.listForPlan({ params: ofPlan })).toMatchObject([{ id: second.image_id }]);
    const elsewhere = { journal_entry_id: 'none' };
    await expect(service.client.images.attachToEntry({ params: elsewhere, body: await file() })).rejects.toMatchObject(
      refusal(404),
    );
    await service.client.journal.remove({ params: ofEntry });
    await service.client.plans.remove({ params: ofPlan });
    for (const { image_id } of [first, second])
      await expect(service.client.images.get({ params: { image_id } })).rejects.toMatchObject(refusal(404));
  });

  it('stand on a draft of the diary, go along when it becomes an entry, and away when it is thrown away', async () => {
    const { drafts, images, journal } = service.person;
    const file = { file: { bytes: await picture('png'), name: 'a.png' } };
    const begin = async (form: string) => {
      const params = { form };
      await drafts.keep({ params, body: { fields: { body: 'So far' } } });
      return { params, ...(await images.attachToDraft({ params, body: file })) };
    };
    const [one, two] = [await begin('diary:pic 1'), await begin('diary:pic 2')];
    expect(await images.listForDraft({ params: one.params })).toMatchObject([{ id: one.image_id }]);
    // The person sees it by its number, a key that guesses the number does not.
    const numbered = { params: { image_id: one.image_id } };
    expect((await images.get(numbered)).id).toBe(one.image_id);
    await images.full(numbered);
    const keys = service.client.images;
    for (const asking of [keys.get(numbered), keys.full(numbered), keys.remove(numbered)])
      await expect(asking).rejects.toMatchObject(refusal(404, 'image'));
    const entry = await journal.create({ body: { title: 'Drawn', draft_form: one.params.form } });
    const ofEntry = { journal_entry_id: entry.id };
    expect(await images.listForEntry({ params: ofEntry })).toMatchObject([{ id: one.image_id }]);
    expect(await images.listForDraft({ params: one.params })).toEqual([]);
    await drafts.drop({ params: two.params });
    await expect(images.get({ params: { image_id: two.image_id } })).rejects.toMatchObject(refusal(404));
    await expect(images.attachToDraft({ params: two.params, body: file })).rejects.toMatchObject(refusal(404, 'draft'));
    await expect(service.client.images.listForDraft({ params: one.params })).rejects.toMatchObject(refusal(403));
    // A caller that names an entry as a draft gets none of its images.
    const other = await journal.create({ body: { title: 'Thief', draft_form: `diary:${entry.id}` } });
    expect(await images.listForEntry({ params: { journal_entry_id: other.id } })).toEqual([]);
    expect(await images.listForEntry({ params: ofEntry })).toHaveLength(1);
    for (const { id } of [entry, other]) await journal.remove({ params: { journal_entry_id: id } });
  });

  it('go with their trade', async () => {
    await service.client.trades.create({ body: { ...fill, exec_id: 'PIC' } });
    const { image_id } = await service.client.images.attachToTrade({
      params: { exec_id: 'PIC' },
      body: { file: { bytes: await picture('png'), name: 'a.png' } },
    });
    await service.client.trades.remove({ params: { exec_id: 'PIC' } });
    await expect(service.client.images.get({ params: { image_id } })).rejects.toMatchObject(refusal(404));
  });
});
