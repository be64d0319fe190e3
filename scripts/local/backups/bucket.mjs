// The bucket of `npm start`: a worker beside the product's, which gives it the part of R2 that src/services/backups uses.
// FILES is folder.ts. Miniflare's own buckets can be read by everybody who reaches the runtime's port.
import { RpcTarget, WorkerEntrypoint } from 'cloudflare:workers';

/** @typedef {{ key: string; size: number; uploadedAt: string }} Listed */

/**
 * @param {Fetcher} files
 * @param {string} method
 * @param {string} path
 * @param {Record<string, string>} [query]
 * @param {string | null} [body]
 */
const ask = async (files, method, path, query = {}, body = null) => {
  const answer = await files.fetch(`http://backups${path}?${new URLSearchParams(query).toString()}`, { method, body });
  if (!answer.ok && answer.status !== 404) throw new Error(`Backups: ${method} ${path} answered ${answer.status}`);
  return answer;
};

/** R2MultipartUpload. Parts come in their order, one after the other. */
class Upload extends RpcTarget {
  #files;
  #query;

  /**
   * @param {Fetcher} files
   * @param {Record<string, string>} query
   */
  constructor(files, query) {
    super();
    this.#files = files;
    this.#query = query;
  }

  /**
   * @param {number} partNumber
   * @param {string} text
   */
  async uploadPart(partNumber, text) {
    await ask(this.#files, 'PUT', '/upload', this.#query, text);
    return { partNumber, etag: String(partNumber) };
  }

  async complete() {
    await ask(this.#files, 'POST', '/complete', this.#query);
  }

  async abort() {
    await ask(this.#files, 'DELETE', '/upload', this.#query);
  }
}

/**
 * R2Bucket.
 * @extends {WorkerEntrypoint<{ FILES: Fetcher }>}
 */
// oxlint-disable-next-line import/no-default-export -- a binding without a name is the default export
export default class Bucket extends WorkerEntrypoint {
  /**
   * The runtime's port can name this worker. It has no answer to HTTP.
   * @override
   */
  fetch() {
    return new Response(null, { status: 404 });
  }

  /** @param {R2ListOptions} options */
  async list({ prefix = '', limit = 1000, cursor, startAfter = '' } = {}) {
    const answer = await ask(this.env.FILES, 'GET', '/list', {
      prefix,
      limit: String(limit),
      after: cursor ?? startAfter,
    });
    /** @type {{ objects: Listed[]; truncated: boolean }} */
    const { objects, truncated } = await answer.json();
    return {
      objects: objects.map(({ uploadedAt, ...object }) => ({ ...object, uploaded: new Date(uploadedAt) })),
      truncated,
      cursor: objects.at(-1)?.key,
    };
  }

  /** @param {string} key */
  async get(key) {
    const answer = await ask(this.env.FILES, 'GET', '/file', { key });
    return answer.status === 404 ? null : { key, body: answer.body };
  }

  /** @param {string | string[]} keys */
  async delete(keys) {
    for (const key of [keys].flat()) await ask(this.env.FILES, 'DELETE', '/file', { key });
  }

  /** @param {string} key */
  async createMultipartUpload(key) {
    const answer = await ask(this.env.FILES, 'POST', '/upload', { key });
    return new Upload(this.env.FILES, { key, upload: await answer.text() });
  }
}
