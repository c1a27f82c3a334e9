package io.cambric.io.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtoTest {

  @Test
  void fields_that_are_written_are_read_again() {
    var bytes =
        new ProtoWriter()
            .varint(1, -1)
            .float32(2, -0f)
            .float64(3, Double.MIN_VALUE)
            .string(1 << 28, "größe")
            .message(5, inner -> inner.varint(6, Long.MIN_VALUE))
            .toByteArray();

    var reader = read(bytes);

    assertThat(next(reader)).isEqualTo(1);
    assertThat(reader.varint()).isEqualTo(-1);
    assertThat(reader.int32()).isEqualTo(-1);
    assertThat(next(reader)).isEqualTo(2);
    assertThat(reader.float32()).isEqualTo(-0f);
    assertThat(next(reader)).isEqualTo(3);
    assertThat(reader.float64()).isEqualTo(Double.MIN_VALUE);
    assertThat(next(reader)).isEqualTo(1 << 28);
    assertThat(reader.string()).isEqualTo("größe");
    assertThat(next(reader)).isEqualTo(5);
    var inner = reader.message();
    assertThat(next(inner)).isEqualTo(6);
    assertThat(inner.varint()).isEqualTo(Long.MIN_VALUE);
    assertThat(inner.next()).isFalse();
    assertThat(reader.next()).isFalse();
  }

  @Test
  void defaults_are_left_out_where_that_is_asked_for() {
    var bytes =
        new ProtoWriter()
            .varintUnlessZero(1, 0)
            .float64UnlessZero(2, 0)
            .stringUnlessEmpty(3, "")
            .float64s(4, new double[0])
            .float64UnlessZero(5, -0.0)
            .toByteArray();

    assertThat(HexFormat.of().formatHex(bytes)).isEqualTo("290000000000000080");
  }

  @Test
  void lists_are_read_packed_or_one_by_one() {
    var bytes =
        new ProtoWriter()
            .varints(1, new long[] {3, -1})
            .varint(1, 7)
            .float32s(2, new float[] {1, 2})
            .float32(2, 3)
            .float64s(3, new double[] {4})
            .float64(3, 5)
            .toByteArray();
    var whole = new ArrayList<Long>();
    var numbers = new ArrayList<Double>();

    var reader = read(bytes);
    while (reader.next()) {
      switch (reader.field()) {
        case 1 -> reader.varints(whole::add);
        case 2 -> reader.floats(numbers::add);
        default -> reader.doubles(numbers::add);
      }
    }

    assertThat(whole).containsExactly(3L, -1L, 7L);
    assertThat(numbers).containsExactly(1.0, 2.0, 3.0, 4.0, 5.0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "08 | at byte 7, the message ends within a varint",
        "08ffffffffffffffffffff01 | at byte 7, a varint has more than 10 bytes",
        "08ffffffffffffffffff02 | at byte 7, a varint has more than 64 bits",
        "00 | at byte 7, a field has the number 0, outside 1 to 2^29 - 1",
        "080b0b | at byte 9, field 1 has the wire type 3, which protobuf does not define",
        "0d0000 | at byte 7, field 1 needs 4 bytes, but its message has 2 more",
        "090000 | at byte 7, field 1 needs 8 bytes, but its message has 2 more",
        "0a0300 | at byte 7, field 1 needs 3 bytes, but its message has 1 more",
        "0affffffffffffffffff01 | at byte 7, field 1 needs 18446744073709551615 bytes, but its"
            + " message has 0 more",
      })
  void bytes_that_are_no_fields_are_refused_with_their_offset(String hex, String what) {
    var reader = read(HexFormat.of().parseHex(hex));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> {
          while (reader.next()) {
            reader.varint();
          }
        })
        .withMessageStartingWith(
            "x.bin cannot be read as a test file: " + what + ". Fetch or write it again.");
  }

  @Test
  void a_field_of_another_form_is_refused() {
    var reader = read(new ProtoWriter().varint(4, 1).toByteArray());
    reader.next();

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(reader::string)
        .withMessageStartingWith(
            "x.bin cannot be read as a test file: at byte 7, field 4 needs bytes with their "
                + "length, but got a varint.");
  }

  @Test
  void a_text_that_is_not_utf8_is_refused() {
    var reader = read(HexFormat.of().parseHex("0a02c328"));
    reader.next();

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(reader::string)
        .withMessageContaining("at byte 7, the text of field 1 is not UTF-8");
  }

  @Test
  void a_packed_list_of_half_a_number_is_refused() {
    var reader = read(HexFormat.of().parseHex("0a03000000"));
    reader.next();

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> reader.floats(_ -> {}))
        .withMessageContaining(
            "field 1 has 3 bytes, which is not a multiple of the 4 bytes of its values");
  }

  @Test
  void messages_in_one_another_are_read_up_to_a_depth() {
    var bytes = new byte[0];
    for (int i = 0; i <= ProtoReader.MAX_DEPTH; i++) {
      bytes = new ProtoWriter().bytes(1, bytes).toByteArray();
    }
    var nested = bytes;

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> descend(read(nested)))
        .withMessageContaining("field 1 is a message nested in 100 others, the maximum");
  }

  private static void descend(ProtoReader reader) {
    while (reader.next()) {
      descend(reader.message());
    }
  }

  @Test
  void random_messages_come_back_and_corrupted_ones_give_exceptions_of_ours() {
    long seed = 20261125;
    var random = new Random(seed);
    for (int round = 0; round < 2000; round++) {
      var expected = new ArrayList<String>();
      var bytes = randomMessage(random, 0, expected);
      assertThat(text(read(bytes))).as("seed %d, round %d", seed, round).isEqualTo(expected);

      for (int i = 0; i < 5 && bytes.length > 0; i++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        try {
          text(read(bytes));
        } catch (DataException e) {
          assertThat(e.getMessage()).contains("at byte ");
        }
      }
    }
  }

  private static byte[] randomMessage(Random random, int depth, List<String> expected) {
    var writer = new ProtoWriter();
    for (int count = random.nextInt(5); count > 0; count--) {
      int kind = random.nextInt(depth < 4 ? 5 : 4);
      // The kind follows from the number of the field.
      int field = 1 + kind + 5 * random.nextInt(1000);
      switch (kind) {
        case 0 -> {
          long value = random.nextLong() >> random.nextInt(64);
          writer.varint(field, value);
          expected.add(field + "=" + value);
        }
        case 1 -> {
          float value = random.nextFloat();
          writer.float32(field, value);
          expected.add(field + "=" + value);
        }
        case 2 -> {
          double value = random.nextGaussian();
          writer.float64(field, value);
          expected.add(field + "=" + value);
        }
        case 3 -> {
          var value = "é".repeat(random.nextInt(200));
          writer.string(field, value);
          expected.add(field + "=" + value);
        }
        default -> {
          var inner = new ArrayList<String>();
          writer.bytes(field, randomMessage(random, depth + 1, inner));
          expected.add(field + "=" + inner);
        }
      }
    }
    return writer.toByteArray();
  }

  private static List<String> text(ProtoReader reader) {
    var text = new ArrayList<String>();
    while (reader.next()) {
      text.add(
          reader.field()
              + "="
              + switch ((reader.field() - 1) % 5) {
                case 0 -> reader.varint();
                case 1 -> reader.float32();
                case 2 -> reader.float64();
                case 3 -> reader.string();
                default -> text(reader.message());
              });
    }
    return text;
  }

  @Test
  void bytes_are_read_in_place() {
    var bytes = new ProtoWriter().bytes(1, new byte[] {1, 2, 3}).toByteArray();
    var reader = read(bytes);
    reader.next();

    bytes[bytes.length - 1] = 9;

    assertThat(reader.bytes().toArray(ValueLayout.JAVA_BYTE)).containsExactly(1, 2, 9);
  }

  private static ProtoReader read(byte[] bytes) {
    return new ProtoSource("x.bin", "a test file", MemorySegment.ofArray(bytes), 7).message();
  }

  private static int next(ProtoReader reader) {
    assertThat(reader.next()).isTrue();
    return reader.field();
  }
}
