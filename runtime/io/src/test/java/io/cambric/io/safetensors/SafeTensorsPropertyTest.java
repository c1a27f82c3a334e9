package io.cambric.io.safetensors;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Written and read SafeTensors files: every written file can be read, here and by other readers of
 * the format.
 */
class SafeTensorsPropertyTest {

  private static final List<String> PIECES =
      List.of(
          "",
          "a",
          "/",
          ".",
          "\"",
          "\\",
          "\n",
          "\0",
          "\u007f",
          "\u2028",
          "é",
          "e\u0301",
          "\ufeff",
          "\uffff",
          "😀",
          "__metadata__",
          "dtype",
          " ",
          "A",
          "\ud83d",
          "\ude00");

  /** Another way of Jackson to read JSON, from bytes and into a tree. */
  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNameLength(1_000_000).build())
                  .build())
          .build();

  @TempDir private Path folder;

  static LongStream seeds() {
    return Seeds.of(100);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void what_is_written_is_read_again_and_all_else_is_refused_before(long seed) throws IOException {
    var random = new Random(seed);
    var arrays = new LinkedHashMap<String, NdArray>();
    var metadata = new LinkedHashMap<String, String>();
    for (int i = random.nextInt(8); i > 0; i--) {
      arrays.put(text(random), array(random));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      metadata.put(text(random), text(random));
    }
    var file = folder.resolve("file");
    var texts = new ArrayList<>(arrays.keySet());
    metadata.forEach((key, value) -> texts.addAll(List.of(key, value)));
    boolean sound =
        texts.stream().allMatch(text -> StandardCharsets.UTF_8.newEncoder().canEncode(text))
            && !arrays.containsKey("__metadata__");
    try {
      SafeTensors.of(arrays).withMetadata(metadata).write(file);
    } catch (DataException e) {
      assertThat(sound).as(e.getMessage()).isFalse();
      assertThat(folder).isEmptyDirectory();
      return;
    }
    assertThat(sound).isTrue();

    var read = SafeTensors.read(file);

    assertThat(List.copyOf(read.names())).isEqualTo(List.copyOf(arrays.keySet()));
    assertThat(List.copyOf(read.metadata().entrySet())).isEqualTo(List.copyOf(metadata.entrySet()));
    arrays.forEach((name, array) -> assertSame(read.get(name), array));
    assertSound(Files.readAllBytes(file), arrays, metadata);
  }

  private static void assertSame(NdArray read, NdArray written) {
    assertThat(read.aval()).isEqualTo(written.aval());
    for (int i = 0; i < written.size(); i++) {
      assertThat(read.getDouble(i)).isEqualTo(written.getDouble(i));
    }
  }

  /** The rules of the format, by a reader that knows nothing else. */
  private static void assertSound(
      byte[] bytes, Map<String, NdArray> arrays, Map<String, String> metadata) {
    var buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long length = buffer.getLong();
    assertThat(length % 8).isZero();
    assertThat(bytes[8]).isEqualTo((byte) '{');
    var header = JSON.readTree(bytes, 8, (int) length);
    assertThat(header.size()).isEqualTo(arrays.size() + (metadata.isEmpty() ? 0 : 1));
    long offset = 0;
    for (var name : arrays.keySet()) {
      JsonNode array = header.get(name);
      assertThat(array.propertyNames()).containsExactly("dtype", "shape", "data_offsets");
      assertThat(array.get("data_offsets").get(0).longValue()).isEqualTo(offset);
      offset = array.get("data_offsets").get(1).longValue();
    }
    assertThat(8 + length + offset).isEqualTo(bytes.length);
  }

  private static String text(Random random) {
    var text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return random.nextInt(50) == 0 ? text.toString().repeat(30_000) : text.toString();
  }

  private static NdArray array(Random random) {
    var dtype = DType.values()[random.nextInt(DType.values().length)];
    int[] dims = random.ints(random.nextInt(4), 0, 4).toArray();
    var shape = Shape.of(dims);
    int offset = random.nextInt(3);
    var buffer = Buffer.allocate(dtype, offset + shape.size());
    for (int i = 0; i < buffer.length(); i++) {
      buffer.setDouble(i, random.nextInt(2));
    }
    return NdArray.of(new ShapedArray(shape, dtype), buffer, offset);
  }
}
