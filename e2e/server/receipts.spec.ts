import { readdirSync, readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { components } from '../../web/src/api/schema.d.ts';
import { callAs } from '../support/caller.ts';
import { answersOf, seededData, settingsOf, withData, type Data } from '../support/data.ts';
import { expect, test } from '../support/fixtures.ts';
import { pdfOf, pdfWith } from '../support/pdf.ts';
import { runCommand, startServer } from '../support/server.ts';

type Bill = components['schemas']['Bill'];

const megabyte = 1024 * 1024;
/**
 * One picture at a time is drawn, in at most 192 MB; of each file that is being received up to 10 MB are
 * in memory.
 */
const memoryLimitMb = 400;

/** A picture of these measures; with `rows` fewer than its height it says more than it has. */
function png(width: number, height: number, rows = height): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), content]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((width * 3 + 1) * rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PDF of some kilobytes whose page unfolds to more than 200 MB. */
function pdfBomb(): Buffer {
  const packed = deflateSync(deflateSync(Buffer.alloc(210 * megabyte), { level: 9 }), { level: 9 });
  return pdfWith(packed.toString('latin1'), '/Filter[/FlateDecode/FlateDecode]');
}

/** As large as it may be: what is behind the end of a PDF is not looked at. */
function padded(pdf: Buffer, bytes: number): Buffer {
  return Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, ' ')]);
}

interface Answer {
  status: number;
  body: { errorKey?: string; id?: string };
}

const edge = 'edge-of-the-parts';

function formOf(name: string, content: Buffer): Buffer {
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${edge}--\r\n`)]);
}

/** Sends a file in the real way; cut off in its middle it gets no answer. */
async function send(url: string, headers: Record<string, string>, body: Buffer, whole = true) {
  const sending = request(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${edge}`,
      'content-length': body.length,
    },
  });
  if (!whole) {
    sending.on('error', () => undefined);
    await new Promise((resolve) => sending.write(body.subarray(0, body.length / 2), resolve));
    const closed = new Promise((resolve) => sending.on('close', resolve));
    sending.destroy();
    await closed;
    return undefined;
  }
  // A server that refuses a body may close before it has all of it: what counts is what it answered.
  const answering = new Promise<IncomingMessage>((resolve, reject) => {
    sending.on('response', resolve);
    sending.on('error', () => undefined);
    sending.on('close', () => reject(new Error(`no answer to a file of ${body.length} bytes`)));
  });
  sending.end(body);
  const answer = await answering;
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return { status: answer.statusCode, body: JSON.parse(String(Buffer.concat(parts))) } as Answer;
}

/** The most memory that the process has ever had, in MB. */
function mostMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

test('of ten uploads at once the good ones are stored once, and nothing is left of the others', async ({
  engine,
}) => {
  const good: [string, Buffer][] = [
    ['juna.pdf', pdfOf('juna')],
    ['hotelli.pdf', padded(pdfOf('hotelli'), 10 * megabyte)],
    ['taksi.pdf', padded(pdfOf('taksi'), 9 * megabyte)],
    ['pysakointi.png', png(4000, 3000)],
    ['lounas.png', png(6000, 8000)],
  ];
  const bad: [string, Buffer, number, string][] = [
    ['suuri.pdf', padded(pdfOf('suuri'), 10 * megabyte + 1), 413, 'RECEIPT_TOO_LARGE'],
    [
      'kuitti.pdf',
      Buffer.from('MZ\u0090\u0000This program', 'latin1'),
      422,
      'FILE_TYPE_NOT_ALLOWED',
    ],
    ['pommi.pdf', pdfBomb(), 422, 'PDF_TOO_LARGE'],
    ['pommi.png', png(9999, 9999, 10), 422, 'PICTURE_TOO_LARGE'],
  ];

  const upload = async (data: Data) => {
    const server = await startServer(data.directory, settingsOf(data));
    const worker = await callAs(server, 'worker');
    const rowId = crypto.randomUUID();
    const bill = await worker.call<Bill>('POST', `${worker.home}/bills`, {
      billingdate: '16.11.2026',
      billableitems: [{ id: rowId, date: '02.11.2026', destination: 'Keikka', alvPrice: 1000 }],
    });
    const url = `${server.url}/api/billableitem/${rowId}/receipt`;
    const before = mostMegabytes(server.pid);

    const sent = (name: string, content: Buffer, whole = true) =>
      send(
        url,
        { ...worker.headers, 'idempotency-key': `upload-${name.replace('.', '-')}` },
        formOf(name, content),
        whole,
      );
    const [cut, refused, stored] = await Promise.all([
      sent('katkaistu.pdf', padded(pdfOf('katkaistu'), 8 * megabyte), false),
      Promise.all(bad.map(([name, content]) => sent(name, content))),
      Promise.all(good.map(([name, content]) => sent(name, content))),
    ]);
    expect(cut).toBeUndefined();
    expect(stored.map((answer) => answer?.status)).toEqual(good.map(() => 201));
    expect(refused.map((answer) => [answer?.status, answer?.body.errorKey])).toEqual(
      bad.map(([, , status, key]) => [status, key]),
    );
    // Sent again, as after a lost answer, each is the receipt that it was.
    const again = await Promise.all(good.map(([name, content]) => sent(name, content)));
    expect(again.map((answer) => [answer?.status, answer?.body.id])).toEqual(
      stored.map((answer) => [200, answer?.body.id]),
    );
    const after = mostMegabytes(server.pid);
    console.log(
      `${engine}: at most ${after.toFixed(0)} MB of memory, ${before.toFixed(0)} MB before the uploads`,
    );
    expect(after - before).toBeLessThan(memoryLimitMb);

    const { billableitems } = await worker.call<Bill>('GET', `${worker.home}/bills/${bill.id}`);
    const names = billableitems[0]?.receipts.map(({ displayname }) => displayname);
    expect(names?.toSorted()).toEqual(good.map(([name]) => name).toSorted());
    await server.stop();
    await runCommand(['check'], data.directory, settingsOf(data));
    expectNothingOrphaned(data);
  };
  await withData(engine, upload, seededData(engine));
});

function expectNothingOrphaned(data: Data): void {
  const withoutRow = `SELECT f.name FROM file f LEFT JOIN receipt r ON r.file_id = f.id
    LEFT JOIN purchase_receipt p ON p.file_id = f.id
    WHERE f.purpose = 'receipt' AND r.id IS NULL AND p.id IS NULL`;
  expect(answersOf(data, withoutRow)).toEqual([]);
  const folder = path.join(data.directory, 'files');
  const stored = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  // What is loose is listed, and removed a day later.
  const known = answersOf(data, 'SELECT blob FROM file UNION ALL SELECT blob FROM loose_blob');
  expect(stored.filter((file) => !known.includes(file))).toEqual([]);
}
