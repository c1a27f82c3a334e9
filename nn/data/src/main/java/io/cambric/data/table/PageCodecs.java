package io.cambric.data.table;

import dev.hardwood.internal.compression.Decompressor;
import dev.hardwood.internal.compression.DecompressorFactory;
import dev.hardwood.metadata.CompressionCodec;
import io.cambric.data.table.codec.PageCodec;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The library's source of page decompressors. The library's own codecs call native code. */
final class PageCodecs extends DecompressorFactory {

  PageCodecs() {
    super(null);
  }

  @Override
  public Decompressor getDecompressor(CompressionCodec codec) {
    var found = PageCodec.of(codec.name()).orElseThrow();
    return new Decompressor() {
      @Override
      public byte[] decompress(ByteBuffer packed, int size) throws IOException {
        return found.unpack(packed, size);
      }

      @Override
      public String getName() {
        return found.name();
      }
    };
  }
}
