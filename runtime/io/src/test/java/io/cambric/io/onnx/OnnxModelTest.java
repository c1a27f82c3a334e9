package io.cambric.io.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnnxModelTest {

  @TempDir private Path folder;

  @Test
  void weights_are_read_when_they_are_asked_for() {
    var model =
        OnnxModel.read(
            OnnxBytes.tensor("w", 1, List.of(2, 2), tensor -> tensor.bytes(9, floats(1, 2, 3, 4))));

    var tensor = model.graph().tensor("w");
    assertThat(tensor).hasToString("w FLOAT[2, 2]");
    assertThat(tensor.array().toFloats()).containsExactly(1, 2, 3, 4);
    assertThat(model.arrays()).containsOnlyKeys("w");
    assertThat(model.irVersion()).isEqualTo(10);
  }

  @Test
  void elements_of_less_than_a_byte_get_one_each() {
    var model =
        OnnxModel.read(
            OnnxBytes.tensor(
                "q",
                26,
                List.of(5),
                tensor -> tensor.bytes(9, new byte[] {(byte) 0b11_10_01_00, 1})));

    var raw = model.graph().tensor("q").raw();

    var bytes = new byte[5];
    raw.data().get(bytes);
    assertThat(raw.dtype()).isEqualTo("int2");
    assertThat(bytes).containsExactly(0, 1, -2, -1, 1);
    assertThat(model.arrays()).isEmpty();
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> model.graph().tensor("q").array())
        .withMessageStartingWith(
            "Tensor \"q\" has the type INT2, which Cambric cannot compute with. Call raw().");
  }

  @Test
  void large_lists_of_values_are_read_in_several_chunks() {
    var values = new long[20_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    var model =
        OnnxModel.read(
            OnnxBytes.tensor("n", 5, List.of(values.length), tensor -> tensor.varints(5, values)));

    var array = model.graph().tensor("n").array();

    assertThat(array.dtype()).isEqualTo(DType.I16);
    for (int i = 0; i < values.length; i++) {
      assertThat(array.getLong(i)).isEqualTo(values[i]);
    }
  }

  @Test
  void a_value_that_its_type_does_not_hold_is_refused() {
    var model =
        OnnxModel.read(
            OnnxBytes.tensor("n", 3, List.of(1), tensor -> tensor.varints(5, new long[] {256})));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> model.graph().tensor("n").array())
        .withMessageStartingWith(
            "The model cannot be read as an ONNX file: the value 256 in int32_data does not "
                + "fit the type INT8.");
  }

  @Test
  void attributes_have_the_values_of_their_kinds() {
    var bytes =
        OnnxBytes.model(graph ->
            graph.message(
                1,
                node ->
                    node.string(1, "x")
                        .string(2, "y")
                        .string(4, "Op")
                        .message(5, a -> a.string(1, "f").float32(2, 0.5f).varint(20, 1))
                        .message(5, a -> a.string(1, "s").string(4, "SAME").varint(20, 3))
                        .message(
                            5, a -> a.string(1, "is").varints(8, new long[] {1, 2}).varint(20, 7))
                        .message(5, a -> a.string(1, "none").varint(20, 7))
                        .message(
                            5,
                            a ->
                                a.string(1, "g")
                                    .message(6, inner -> inner.string(2, "body"))
                                    .varint(20, 5))));

    var node = OnnxModel.read(bytes).graph().nodes().getFirst();

    assertThat(node).hasToString("y = Op(x)");
    assertThat(node.attribute("f", Float.class)).contains(0.5f);
    assertThat(node.attribute("s", String.class)).contains("SAME");
    assertThat(node.attributes().get("is")).isEqualTo(List.of(1L, 2L));
    assertThat(node.attributes().get("none")).isEqualTo(List.of());
    assertThat(node.attribute("g", OnnxGraph.class)).map(OnnxGraph::name).contains("body");
    assertThat(node.attribute("absent", Long.class)).isEmpty();
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> node.attribute("f", Long.class))
        .withMessageStartingWith(
            "Attribute \"f\" of \"Op\" must be a value of the kind Long, but is a Float.");
  }

  @Test
  void a_tensor_that_is_not_there_is_named() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> OnnxModel.read(OnnxBytes.model(_ -> {})).graph().tensor("w"))
        .withMessageStartingWith(
            "Graph \"\" has no tensor named \"w\" among its 0 initializers and 0 constants.");
  }

  @Test
  void elements_in_another_file_are_read_from_below_the_folder_alone() throws IOException {
    Files.createDirectories(folder.resolve("model/data"));
    Files.write(folder.resolve("model/data/w.bin"), floats(7, 1, 2));
    Files.write(folder.resolve("outside.bin"), floats(7, 1, 2));
    Files.createSymbolicLink(folder.resolve("model/link.bin"), folder.resolve("outside.bin"));

    assertThat(external("data/w.bin").toFloats()).containsExactly(1, 2);
    for (var location :
        List.of(
            "../outside.bin",
            "data/../../outside.bin",
            folder.resolve("outside.bin").toString(),
            "link.bin",
            "")) {
      assertThatExceptionOfType(DataException.class)
          .as(location)
          .isThrownBy(() -> external(location))
          .withMessageContaining("but only files in the folder of the model are read");
    }
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> external("absent.bin"))
        .withMessageContaining("which is missing from the folder of the model");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> external("data"))
        .withMessageContaining("needs a regular file");
  }

  private NdArray external(String location) throws IOException {
    var place = Map.of("location", location, "offset", "4", "length", "8");
    Files.write(
        folder.resolve("model/m.onnx"),
        OnnxBytes.tensor("w", 1, List.of(2), tensor -> OnnxBytes.addPlace(tensor, place)));
    return OnnxModel.read(folder.resolve("model/m.onnx")).graph().tensor("w").array();
  }

  @Test
  void bytes_of_a_model_have_no_folder() {
    var bytes =
        OnnxBytes.tensor(
            "w", 1, List.of(2), tensor -> OnnxBytes.addPlace(tensor, Map.of("location", "w.bin")));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> OnnxModel.read(bytes))
        .withMessageStartingWith(
            "Tensor \"w\" is in the file \"w.bin\" next to the model, but the model was "
                + "read from bytes. Read the model from its path.");
  }

  @Test
  void elements_that_do_not_fit_the_shape_are_refused() {
    refused(
        OnnxBytes.tensor("w", 1, List.of(2), tensor -> tensor.bytes(9, floats(1))),
        "tensor \"w\" of type FLOAT and shape [2] needs 8 bytes, but raw_data has 4");
    refused(
        OnnxBytes.tensor("w", 7, List.of(2), tensor -> tensor.varints(7, new long[] {1})),
        "tensor \"w\" of type INT64 and shape [2] needs 2 values, but int64_data has 1");
    refused(
        OnnxBytes.tensor("w", 7, List.of(1), tensor -> tensor.varints(5, new long[] {1})),
        "tensor \"w\" has elements in int32_data, where those of its type are in int64_data");
    refused(
        OnnxBytes.tensor("w", 1, List.of(-1), _ -> {}),
        "tensor \"w\" has a dim of -1, but sizes must be from 0 to 2147483639");
    refused(
        OnnxBytes.tensor("w", 1, List.of(1 << 20, 1 << 20), _ -> {}),
        "tensor \"w\" has the dims [1048576, 1048576], whose product is more than 2147483639");
    refused(
        OnnxBytes.tensor("w", 77, List.of(1), _ -> {}),
        "tensor \"w\" has the data type 77, which ONNX does not define");
  }

  private static void refused(byte[] bytes, String what) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> OnnxModel.read(bytes))
        .withMessageStartingWith(
            "The model cannot be read as an ONNX file: " + what + ". Fetch or write it again.");
  }

  @Test
  void truth_values_are_0_or_1() {
    var model =
        OnnxModel.read(OnnxBytes.tensor("b", 9, List.of(1), t -> t.bytes(9, new byte[] {2})));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> model.graph().tensor("b").array())
        .withMessageStartingWith(
            "Tensor \"b\" of type BOOL needs elements that are 0 or 1, but element 0 is 2.");
  }

  @Test
  void corrupted_models_give_exceptions_of_ours_alone() {
    var sound =
        OnnxBytes.model(graph -> {
          OnnxBytes.addTensor(graph, "w", 1, List.of(2), t -> t.bytes(9, floats(1, 2)));
          OnnxBytes.addTensor(graph, "v", 22, List.of(3), t -> t.varints(5, new long[] {1, 2}));
          OnnxBytes.addTensor(graph, "s", 8, List.of(1), t -> t.string(6, "text"));
          graph.message(
              1,
              node ->
                  node.string(4, "Constant")
                      .string(2, "c")
                      .message(
                          5, a -> a.string(1, "value_floats").float32s(7, new float[] {1, 2})));
        });
    long seed = 35;
    var random = new Random(seed);
    for (int round = 0; round < 20_000; round++) {
      var bytes = sound.clone();
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try {
        var graph = OnnxModel.read(bytes).graph();
        graph.initializers().values().forEach(OnnxModelTest::readAll);
        graph.constants().values().forEach(OnnxModelTest::readAll);
      } catch (DataException e) {
        assertThat(e.getMessage()).as("seed %d, round %d", seed, round).isNotEmpty();
      }
    }
  }

  private static void readAll(OnnxTensor tensor) {
    if (tensor.type() == OnnxType.STRING) {
      tensor.strings();
    } else {
      assertThat(tensor.raw().shape()).isEqualTo(tensor.shape());
    }
  }

  @Test
  void a_scalar_constant_has_no_dims() {
    var bytes =
        OnnxBytes.model(graph ->
            graph.message(
                1,
                node ->
                    node.string(4, "Constant")
                        .string(2, "c")
                        .message(5, a -> a.string(1, "value_int").varint(3, -5).varint(20, 2))));

    var constant = OnnxModel.read(bytes).graph().tensor("c");

    assertThat(constant.shape()).isEqualTo(Shape.scalar());
    assertThat(constant.array().getLong(0)).isEqualTo(-5);
  }

  private static byte[] floats(float... values) {
    var bytes = ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return bytes.array();
  }
}
