package io.cambric.data.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.errors.DataException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdxTest {

  private static final long LIMIT = 1 << 16;

  @TempDir private Path folder;

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static void assertRefused(String hex, String message) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Idx.read(bytes(hex), "a.idx", LIMIT))
        .withMessageStartingWith(message);
  }

  @Test
  void elements_are_big_endian() {
    var array = Idx.read(bytes("00000b02 00000001 00000002 0102 fffe"), "a.idx", LIMIT);
    assertThat(array.dtype()).isEqualTo(DType.I16);
    assertThat(array.shape()).isEqualTo(Shape.of(1, 2));
    assertThat(array.toInts()).containsExactly(0x0102, -2);
  }

  @Test
  void a_content_that_is_no_idx_file_is_refused() {
    assertRefused(
        "", "File a.idx needs at least the first four bytes of an IDX file, but has 0 bytes.");
    assertRefused(
        "89504e47 0d0a1a0a",
        "File a.idx needs two zero bytes at its start, but begins with 89 50 4e 47. Check that it"
            + " is an IDX file.");
    assertRefused(
        "00000a01 00000001 00",
        "File a.idx needs a type code 08, 09, 0b, 0c, 0d or 0e in its third byte, but has 0a.");
  }

  @Test
  void sizes_that_the_bytes_do_not_have_are_refused() {
    assertRefused(
        "00000802 7fffffff 7fffffff 00",
        "File a.idx needs the elements u8[2147483647, 2147483647] after its header, but "
            + "has 1 bytes there. Check that it is complete.");
    assertRefused("00000803 00000001", "File a.idx needs at least one dimension and four bytes");
    assertRefused("00000801 00000001 0102", "File a.idx needs the elements u8[1]");
  }

  /** {@return zeros of an IDX file of bytes, packed} */
  private static byte[] packed(int bytes, int told) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write(ByteBuffer.allocate(8).putInt(0x00000801).putInt(told).array());
      out.write(new byte[bytes]);
    }
    return packed.toByteArray();
  }

  @Test
  void a_packed_content_beyond_the_limit_is_refused() throws IOException {
    byte[] packed = packed(1 << 20, 1 << 10);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Idx.read(packed, "a.idx.gz", LIMIT))
        .withMessageContaining(
            "File a.idx.gz must unpack to at most 65536 bytes, but its %d bytes unpack to ",
            packed.length)
        .withMessageContaining(
            " or more. If you trust it, raise the limit: Idx.read(content, name, limit).");
  }

  @Test
  void a_packed_file_becomes_at_most_a_hundred_times_as_large_unless_more_is_allowed()
      throws IOException {
    int size = 80 << 20;
    var file = Files.write(folder.resolve("a.idx.gz"), packed(size, size));
    assertTooLarge(file, () -> Idx.read(file), "Idx.read(file, limit)");
    assertThat(Idx.read(file, Idx.MAX_BYTES).shape()).isEqualTo(Shape.of(size));
    assertTooLarge(file, () -> Cifar.read10(file), "Cifar.read10(file, limit)");
    assertTooLarge(file, () -> Cifar.read100(file), "Cifar.read100(file, limit)");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Cifar.read10(file, Cifar.MAX_BYTES))
        .withMessageContaining(
            "needs at least one record and 3073 bytes in each, but has 83886088");
  }

  private static void assertTooLarge(Path file, ThrowingCallable reading, String option)
      throws IOException {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(reading)
        .withMessageMatching(
            Pattern.quote(
                    "File %s must unpack to at most 67108864 bytes, but its %d bytes unpack to "
                        .formatted(file, Files.size(file)))
                + "\\d+"
                + Pattern.quote(" or more. If you trust it, raise the limit: " + option + ".")
                + "(?s).*");
  }

  @Test
  void a_packed_content_of_another_size_than_its_header_tells_is_refused() throws IOException {
    var shorter = packed(10, 12);
    var longer = packed(10, 7);
    for (var content : List.of(shorter, longer)) {
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> Idx.read(content, "a.idx.gz", LIMIT))
          .withMessageStartingWith(
              "File a.idx.gz needs the elements u8[%d] after its header, but has 10 bytes there.",
              content == shorter ? 12 : 7);
    }
  }

  @Test
  void a_folder_is_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Idx.read(folder))
        .withMessageStartingWith("Reading an IDX file needs a regular file, but " + folder);
  }
}
