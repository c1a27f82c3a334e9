package io.cambric.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.io.RawArray;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes of values; the hexadecimal ones are those of Flax 0.12.8 with msgpack 1.2.3. */
class MsgpackTest {

  private static final NdArray TWO = NdArray.of(Shape.of(2), 1, 2);

  @TempDir private Path folder;

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of(Map.of(), "80"),
        Arguments.of(5L, "05"),
        Arguments.of(-1L, "ff"),
        Arguments.of(-32L, "e0"),
        Arguments.of(-33L, "d0df"),
        Arguments.of(300L, "cd012c"),
        Arguments.of(-129L, "d1ff7f"),
        Arguments.of(65536L, "ce00010000"),
        Arguments.of(Long.MIN_VALUE, "d38000000000000000"),
        Arguments.of(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE), "cfffffffffffffffff"),
        Arguments.of(true, "c3"),
        Arguments.of(null, "c0"),
        Arguments.of(1.5, "cb3ff8000000000000"),
        Arguments.of("ab", "a26162"),
        Arguments.of(new ComplexNumber(1, 2), "c7130292cb3ff0000000000000cb4000000000000000"),
        Arguments.of(new ExtValue(5, ByteBuffer.wrap(new byte[] {9})), "d40509"),
        Arguments.of(new ExtValue(-1, ByteBuffer.wrap(new byte[3])), "c703ff000000"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void a_value_has_the_bytes_of_flax_both_ways(@Nullable Object value, String hex) {
    assertThat(hex(Serialization.toBytes(value))).isEqualTo(hex);
    assertThat(Serialization.msgpackRestore(HexFormat.of().parseHex(hex))).isEqualTo(value);
  }

  static Stream<Arguments> arrays() {
    var bits = NdArray.of(aval(DType.BOOL, 2), Buffer.wrap(DType.BOOL, new byte[] {1, 0}));
    var halves =
        NdArray.of(aval(DType.BF16, 2), Buffer.wrap(DType.BF16, new short[] {0x3f80, 0x4000}));
    return Stream.of(
        Arguments.of(TWO, "c71501939102a7666c6f61743332c4080000803f00000040"),
        Arguments.of(NdArray.scalar(DType.F32, 1), "d8019390a7666c6f61743332c4040000803f"),
        Arguments.of(
            new NumpyScalar(NdArray.scalar(DType.F32, 1)), "d8039390a7666c6f61743332c4040000803f"),
        Arguments.of(
            NdArray.ofInts(Shape.of(2, 2), 1, 2, 3, 4),
            "c71c0193920202a5696e743332c41001000000020000000300000004000000"),
        Arguments.of(bits, "c70c01939102a4626f6f6cc4020100"),
        Arguments.of(NdArray.of(Shape.of(0)), "c70d01939100a7666c6f61743332c400"),
        Arguments.of(halves, "c71201939102a862666c6f61743136c404803f0040"));
  }

  @ParameterizedTest
  @MethodSource("arrays")
  void an_array_has_the_bytes_of_flax_both_ways(Object array, String hex) {
    assertThat(hex(Serialization.toBytes(array))).isEqualTo(hex);
    var restored = Serialization.msgpackRestore(HexFormat.of().parseHex(hex));
    assertThat(restored).hasSameClassAs(array);
    assertThat(hex(Serialization.toBytes(restored))).isEqualTo(hex);
  }

  @Test
  void a_part_of_a_buffer_is_written_alone() {
    var rows = NdArray.of(Shape.of(2, 2), 5, 6, 1, 2);

    assertThat(Serialization.toBytes(rows.row(1))).isEqualTo(Serialization.toBytes(TWO));
  }

  @Test
  void toBytes_keeps_the_order_of_keys_and_msgpackSerialize_sorts_them_by_code_points() {
    var map = new LinkedHashMap<String, Object>();
    map.put("b", 1);
    map.put("a", 2);

    assertThat(hex(Serialization.toBytes(map))).isEqualTo("82a16201a16102");
    assertThat(hex(Serialization.msgpackSerialize(map))).isEqualTo("82a16102a16201");
    // In UTF-16 the first one comes after the second one, as it begins with a surrogate.
    var beyond = new LinkedHashMap<String, Object>();
    beyond.put("\ud83d\ude00", 1);
    beyond.put("\uff5e", 2);
    assertThat(hex(Serialization.msgpackSerialize(beyond))).isEqualTo("82a3efbd9e02a4f09f988001");
    assertThat(hex(Serialization.msgpackSerialize(Map.of(10, 1, 9, 2)))).isEqualTo("8209020a01");
  }

  @Test
  void arrays_above_the_limit_are_written_in_chunks_and_read_whole() {
    var three = NdArray.of(Shape.of(3), 1, 2, 3);
    var bytes = Serialization.toBytes(three, SerializationOptions.DEFAULT.withMaxChunkBytes(8));

    assertThat(hex(bytes))
        .isEqualTo(
            "83b95f5f6d73677061636b5f6368756e6b65645f61727261795f5fc3a5736861706581a13003"
                + "a66368756e6b7382a130c71501939102a7666c6f61743332c4080000803f00000040"
                + "a131c71101939101a7666c6f61743332c40400004040");
    var restored = (NdArray) Serialization.msgpackRestore(bytes);
    assertThat(restored.toFloats()).containsExactly(1, 2, 3);
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void arrays_of_several_blocks_go_through_a_file(DType dtype) {
    var file = folder.resolve("tree.msgpack");
    int count = (1 << 20) + 3;
    var buffer = Buffer.allocate(dtype, count);
    for (int i = 0; i < count; i++) {
      buffer.setLong(i, i * 31L % 127);
    }
    var array = NdArray.of(aval(dtype, count), buffer);

    Serialization.write(file, Map.of("x", array));

    var restored = (NdArray) ((Map<?, ?>) Serialization.msgpackRestore(file)).get("x");
    assertThat(restored.aval()).isEqualTo(array.aval());
    assertThat(restored.buffer().storage()).isEqualTo(buffer.storage());
  }

  @Test
  void a_file_has_the_same_bytes_as_an_array_of_bytes() throws IOException {
    var file = folder.resolve("tree.msgpack");
    var channel = new ByteArrayOutputStream();
    var tree =
        Map.of(
            "array",
            TWO,
            "bytes",
            new byte[300],
            "raw",
            RawArray.of("complex64", Shape.of(200_000), new byte[1_600_000]),
            "text",
            "x".repeat(70_000));

    Serialization.write(file, tree);
    Serialization.writeTo(Channels.newChannel(channel), tree);

    assertThat(Files.readAllBytes(file)).isEqualTo(Serialization.toBytes(tree));
    assertThat(channel.toByteArray()).isEqualTo(Serialization.toBytes(tree));
    assertThat(Serialization.toBytes(Serialization.msgpackRestore(file)))
        .isEqualTo(Files.readAllBytes(file));
  }

  @Test
  void values_at_the_ends_of_the_windows_of_a_file_are_read() {
    var file = folder.resolve("tree.msgpack");
    var tree = new LinkedHashMap<String, Object>();
    for (int i = 0; i < 20_000; i++) {
      tree.put("name" + i, i % 3 == 0 ? TWO : i % 3 == 1 ? i * 0.5 : "text".repeat(i % 50));
    }

    Serialization.write(file, tree);

    assertThat(Serialization.toBytes(Serialization.msgpackRestore(file)))
        .isEqualTo(Serialization.toBytes(tree));
  }

  @Test
  void raw_arrays_pass_through_with_dtype_shape_and_bytes() {
    var raw = RawArray.of("complex64", Shape.of(1), HexFormat.of().parseHex("0000803f00000040"));

    assertThat(Serialization.msgpackRestore(Serialization.toBytes(raw))).isEqualTo(raw);
    assertThat(raw.data().getFloat()).isEqualTo(1);
    assertThat(raw).hasToString("complex64[1]");
  }

  static Stream<Arguments> refused() {
    var unpaired = "\ud800";
    return Stream.of(
        Arguments.of(
            Map.of("a", List.of(new Object())),
            "Msgpack needs arrays, numbers, booleans, strings, bytes, lists and maps, but "
                + "at ./a/0 is an object of class java.lang.Object. Convert it, or register its "
                + "class with Serialization.register and call toBytes."),
        Arguments.of(
            Map.of("a", BigInteger.ONE.shiftLeft(64)),
            "Msgpack needs integers of at most 64 bits, but at ./a is one of 65 bits. Write it as a string."),
        Arguments.of(
            Map.of("a", unpaired),
            "Msgpack needs Unicode strings, but at ./a is \"\\ud800\", which has an "
                + "unpaired surrogate. Write it as bytes."));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void a_value_without_a_form_is_refused_with_its_path(Object tree, String message) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Serialization.msgpackSerialize(tree))
        .withMessageStartingWith(message);
  }

  @Test
  void keys_of_several_kinds_are_not_sorted() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Serialization.msgpackSerialize(new LinkedHashMap<>(Map.of("a", 1, 1, 2))))
        .withMessageContaining("msgpackSerialize sorts the keys of maps");
  }

  /** A class whose state is no state dict of Flax. */
  private static final class Halves {}

  @Test
  void keys_of_a_registered_state_are_texts_or_integers() {
    Serialization.<Halves>register(Halves.class, _ -> Map.of(0.5, 1), (target, _) -> target);

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Serialization.toBytes(Map.of("a", new Halves())))
        .withMessageStartingWith(
            "Msgpack needs strings or integers as the keys of a map, but at ./a is the key "
                + "0.5. Use strings as keys.");
  }

  private static ShapedArray aval(DType dtype, int... dims) {
    return new ShapedArray(Shape.of(dims), dtype);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
