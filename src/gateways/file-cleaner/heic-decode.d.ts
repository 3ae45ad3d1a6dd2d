declare module 'heic-decode' {
  interface HeicPicture {
    width: number;
    height: number;
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
  }
  const heic: { all(input: { buffer: Uint8Array }): Promise<HeicPicture[]> };
  export default heic;
}
