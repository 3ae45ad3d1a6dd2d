/** Where the bytes of uploads are kept. Everything that is put in is sealed already: the store never sees a document. */
export interface FileStore {
  /** Keeps bytes under a key of letters and digits; once it returns they survive a power cut. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns the bytes of a key; undefined when there are none. */
  get(key: string): Promise<Buffer | undefined>;
  /** Forgets a key; one that is not there is no error. */
  delete(key: string): Promise<void>;
  /** Throws when nothing can be kept at the moment. */
  health(): Promise<void>;
}
