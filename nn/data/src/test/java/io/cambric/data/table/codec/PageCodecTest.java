package io.cambric.data.table.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages are unpacked to the bytes that the original libraries packed. */
class PageCodecTest {

  private static final byte[] PAGE =
      "abcabcabcabcabcabcabcabc-".repeat(3).getBytes(StandardCharsets.US_ASCII);

  /**
   * The bytes of PyArrow 25.0.1 for {@code pa.compress(b"abcabcabcabcabcabcabcabc-" * 3, codec)}.
   */
  @ParameterizedTest
  @CsvSource({
    "SNAPPY, 4b08616263520300002d5216000461626a1900",
    "ZSTD, 28b52ffd204b8d0000206162632d04003c2d000c6c7ad7cf0d01",
    "LZ4_RAW, 3f6162630300021f2d1600020f19000550636162632d",
    "LZ4, 3f6162630300021f2d1600020f19000550636162632d",
  })
  void a_page_of_the_original_is_unpacked(PageCodec codec, String packed) throws IOException {
    var bytes = ByteBuffer.wrap(HexFormat.of().parseHex("00" + packed)).position(1);
    assertThat(codec.unpack(bytes, PAGE.length)).isEqualTo(PAGE);
    assertThat(bytes.position()).isEqualTo(1);
  }

  @Test
  void a_page_of_gzip_is_unpacked() throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(PAGE);
    }
    assertThat(PageCodec.GZIP.unpack(ByteBuffer.wrap(out.toByteArray()), PAGE.length))
        .isEqualTo(PAGE);
  }

  @Test
  void blocks_of_lz4_have_the_sizes_of_hadoop_before_them() throws IOException {
    // A block of literals alone is its length and the letters.
    var packed =
        ByteBuffer.allocate(21)
            .putInt(3)
            .putInt(4)
            .put(new byte[] {0x30, 'a', 'b', 'c'})
            .putInt(0)
            .putInt(1)
            .put((byte) 0)
            .flip();
    assertThat(PageCodec.LZ4.unpack(packed, 3)).isEqualTo(new byte[] {'a', 'b', 'c'});
  }

  @ParameterizedTest
  @EnumSource
  void a_page_of_another_form_or_size_is_refused(PageCodec codec) {
    for (int length : new int[] {0, 1, 7, 100}) {
      assertThatIOException()
          .as("%s, %d bytes", codec, length)
          .isThrownBy(() -> codec.unpack(ByteBuffer.allocate(length), 8));
    }
    assertThatIOException()
        .isThrownBy(() -> codec.unpack(ByteBuffer.allocate(1), -1))
        .withMessage("a page has -1 bytes");
  }

  @Test
  void other_names_are_none() {
    assertThat(PageCodec.of("SNAPPY")).contains(PageCodec.SNAPPY);
    assertThat(PageCodec.of("BROTLI")).isEmpty();
  }
}
