package io.cambric.frameworks.torch;

import static io.cambric.frameworks.torch.PickleBytes.FALSE;
import static io.cambric.frameworks.torch.PickleBytes.NONE;
import static io.cambric.frameworks.torch.PickleBytes.TRUE;
import static io.cambric.frameworks.torch.PickleBytes.call;
import static io.cambric.frameworks.torch.PickleBytes.dict;
import static io.cambric.frameworks.torch.PickleBytes.floats;
import static io.cambric.frameworks.torch.PickleBytes.global;
import static io.cambric.frameworks.torch.PickleBytes.list;
import static io.cambric.frameworks.torch.PickleBytes.ops;
import static io.cambric.frameworks.torch.PickleBytes.pickle;
import static io.cambric.frameworks.torch.PickleBytes.real;
import static io.cambric.frameworks.torch.PickleBytes.storage;
import static io.cambric.frameworks.torch.PickleBytes.tensor;
import static io.cambric.frameworks.torch.PickleBytes.text;
import static io.cambric.frameworks.torch.PickleBytes.tuple;
import static io.cambric.frameworks.torch.PickleBytes.whole;
import static io.cambric.frameworks.torch.PickleBytes.wholes;
import static io.cambric.io.weight.WeightRule.from;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.io.WeightEntry;
import io.cambric.io.weight.WeightMap;
import io.cambric.scope.Params;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TorchFileTest {

  private static final byte[] SIX = TorchBytes.floats(0, 1, 2, 3, 4, 5);

  @TempDir private Path folder;

  private TorchFile open(byte[]... pieces) throws IOException {
    var file = folder.resolve("model.pt");
    TorchBytes.zip(file, pickle(pieces), SIX);
    return TorchFile.open(file);
  }

  private String fileName() {
    return folder.resolve("model.pt").toString();
  }

  @Test
  void a_name_is_the_keys_that_lead_to_a_tensor_with_dots_between() throws IOException {
    var six = floats("0", 6);

    try (var file =
        open(
            dict(
                text("layer.weight"),
                six,
                text("optimizer"),
                dict(text("state"), dict(whole(0), dict(text("step"), six))),
                text("list"),
                list(whole(1), six, tuple(six)),
                wholes(1, 2),
                six,
                NONE,
                six,
                TRUE,
                six))) {

      assertThat(file.names())
          .containsExactly(
              "layer.weight",
              "optimizer.state.0.step",
              "list.1",
              "list.2.0",
              "(1, 2)",
              "None",
              "True");
      assertThat(file.get("optimizer.state.0.step").toFloats()).containsExactly(0, 1, 2, 3, 4, 5);
      assertThat(file.format()).isEqualTo("PyTorch, zip");
    }
  }

  @Test
  void a_file_that_is_one_tensor_has_the_name_tensor() throws IOException {
    try (var file = open(floats("0", 6))) {
      assertThat(file.names()).containsExactly("tensor");
      assertThat(file.aval("tensor")).hasToString("f32[6]");
      assertThat(file).hasToString("TorchFile " + fileName() + " [\"tensor\"]");
    }
  }

  @Test
  void two_tensors_of_one_name_are_refused() {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() ->
            open(dict(text("a"), dict(text("b"), floats("0", 6)), text("a.b"), floats("0", 6))))
        .withMessage(
            "%s is not a valid PyTorch file: two of its tensors have the name \"a.b\". Fetch or write it again.",
            fileName());
  }

  @Test
  void a_key_that_comes_twice_has_its_last_value() throws IOException {
    try (var file = open(dict(text("a"), floats("0", 6), text("a"), whole(1)))) {
      assertThat(file.at("a")).isEqualTo(1L);
      assertThat(file.names()).isEmpty();
    }
  }

  @Test
  void plain_values_are_found_by_their_keys() throws IOException {
    try (var file =
        open(
            dict(
                text("epoch"), whole(7),
                text("hyper_parameters"), dict(text("lr"), real(0.5), text("name"), text("net")),
                text("betas"), tuple(real(0.9), real(0.999)),
                text("done"), FALSE,
                text("bytes"), call(global("_codecs", "encode"), text("a\u00ff"), text("latin1")),
                text("dtype"), global("torch", "float16"),
                text("device"), call(global("torch", "device"), text("cuda"), whole(1)),
                text("size"), call(global("torch", "Size"), wholes(2, 3)),
                text("nothing"), NONE,
                whole(3), text("a number as key")))) {

      assertThat(file.at("epoch")).isEqualTo(7L);
      assertThat(file.at("hyper_parameters", "lr")).isEqualTo(0.5);
      assertThat(file.at("betas", 1)).isEqualTo(0.999);
      assertThat(file.at("done")).isEqualTo(false);
      assertThat(file.at("bytes")).isEqualTo(ByteBuffer.wrap(new byte[] {'a', -1}));
      assertThat(file.at("dtype")).isEqualTo("torch.float16");
      assertThat(file.at("device")).isEqualTo("cuda:1");
      assertThat(file.at("size")).isEqualTo(List.of(2L, 3L));
      assertThat(file.at("nothing")).isNull();
      assertThat(file.at(3)).isEqualTo("a number as key");
      assertThat(file.at()).isSameAs(file.tree()).isInstanceOf(Map.class);
    }
  }

  @Test
  void a_key_that_is_not_there_is_refused_with_those_that_are() throws IOException {
    try (var file =
        open(dict(text("optimizer"), dict(text("lr"), real(0.5), text("step"), NONE)))) {
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> file.at("optimizer", "epoch"))
          .withMessage(
              "%s has no value at [\"optimizer\", \"epoch\"]: key 2 is \"epoch\", but there are the keys [\"lr\", \"step\"]. "
                  + "Pass keys that tree() has.",
              fileName());
    }
  }

  @Test
  void the_values_of_a_file_cannot_be_changed() throws IOException {
    try (var file = open(dict(text("list"), list(whole(1))))) {
      var list = (List<?>) file.at("list");
      assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(list::removeFirst);
    }
  }

  @Test
  void the_weights_of_a_training_program_go_through_a_map_of_names() throws IOException {
    var map =
        WeightMap.of(
            from("model.{i}.weight").rearrange("out in -> in out").to("layers_{i}/kernel"));
    var target =
        Params.of(Map.of("layers_0", Map.of("kernel", new ShapedArray(Shape.of(3, 2), DType.F32))));
    var weight = tensor(storage("Float", "0", 6), 0, new int[] {2, 3}, new int[] {3, 1});

    try (var file =
        open(
            dict(
                text("epoch"),
                whole(1),
                text("state_dict"),
                dict(text("model.0.weight"), weight)))) {
      var loaded = map.load(file.below("state_dict."), target);

      assertThat(loaded.get("layers_0", "kernel"))
          .hasToString("f32[3,2] [[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]");
    }
  }

  @Test
  void a_view_has_the_elements_that_its_strides_and_its_offset_choose() throws IOException {
    var six = storage("Float", "0", 6);
    try (var file =
        open(
            dict(
                text("transposed"), tensor(six, 0, new int[] {3, 2}, new int[] {1, 3}),
                text("stepped"), tensor(six, 1, new int[] {2, 2}, new int[] {3, 1}),
                text("repeated"), tensor(six, 4, new int[] {2, 2}, new int[] {0, 1}),
                text("scalar"), tensor(six, 5, new int[] {}, new int[] {}),
                text("empty"), tensor(six, 0, new int[] {0, 3}, new int[] {3, 1})))) {

      assertThat(file.get("transposed"))
          .hasToString("f32[3,2] [[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]");
      assertThat(file.get("stepped")).hasToString("f32[2,2] [[1.0, 2.0], [4.0, 5.0]]");
      assertThat(file.get("repeated")).hasToString("f32[2,2] [[4.0, 5.0], [4.0, 5.0]]");
      assertThat(file.get("scalar").getDouble(0)).isEqualTo(5);
      assertThat(file.get("empty").shape()).isEqualTo(Shape.of(0, 3));
      assertThat(file.tensor("stepped").strides()).containsExactly(3L, 1L);
      assertThat(file.tensor("stepped").offset()).isEqualTo(1);
      assertThat(file.tensor("stepped").sharesStorageWith(file.tensor("scalar"))).isTrue();
    }
  }

  @Test
  void a_dtype_that_cambric_lacks_is_listed_and_read_as_bytes() throws IOException {
    var complex = tensor(storage("ComplexFloat", "0", 3), 0, new int[] {3}, new int[] {1});
    try (var file = open(dict(text("c"), complex))) {
      assertThat(file.entries())
          .containsExactly(new WeightEntry("c", "complex64", List.of(3L), 24));
      assertThat(file.raw("c")).hasToString("complex64[3]");
      assertThat(file.raw("c").data().getFloat(20)).isEqualTo(5);
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> file.aval("c"))
          .withMessage(
              "Tensor \"c\" of %s has the dtype complex64, which Cambric cannot compute with. "
                  + "Read its bytes with raw(name).",
              fileName());
    }
  }

  @Test
  void a_conjugate_changes_the_sign_of_imaginary_parts() throws IOException {
    var conjugate =
        call(
            global("torch._utils", "_rebuild_tensor_v2"),
            storage("ComplexFloat", "0", 3),
            whole(0),
            wholes(3),
            wholes(1),
            FALSE,
            NONE,
            dict(text("conj"), TRUE));
    try (var file = open(dict(text("c"), conjugate))) {
      assertThat(file.raw("c").data().getFloat(16)).isEqualTo(4);
      assertThat(file.raw("c").data().getFloat(20)).isEqualTo(-5);
    }
  }

  @Test
  void the_list_of_tensors_needs_only_the_header() throws IOException {
    var path = folder.resolve("model.pt");
    TorchBytes.zip(path, pickle(dict(text("w"), floats("0", 6))), SIX);
    var bytes = Files.readAllBytes(path);
    int at = indexOf(bytes, SIX);
    bytes[at] ^= 1;
    Files.write(path, bytes);

    try (var file = TorchFile.open(path)) {
      assertThat(file.entries()).containsExactly(new WeightEntry("w", "float32", List.of(6L), 24));
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> file.get("w"))
          .withMessage(
              "%s is not a valid PyTorch file: the CRC-32 of record \"archive/data/0\" does not match its bytes. "
                  + "Fetch or write it again.",
              fileName());
    }
  }

  @Test
  void a_file_without_any_checksum_is_read_as_pytorch_can_leave_them_out() throws IOException {
    var path = folder.resolve("model.pt");
    TorchBytes.zip(path, pickle(dict(text("w"), floats("0", 6))), SIX);
    var bytes = Files.readAllBytes(path);
    for (int i = 0; i + 20 < bytes.length; i++) {
      if (bytes[i] == 'P' && bytes[i + 1] == 'K' && bytes[i + 2] == 1 && bytes[i + 3] == 2) {
        ByteBuffer.wrap(bytes).putInt(i + 16, 0);
      }
    }
    Files.write(path, bytes);

    try (var file = TorchFile.open(path)) {
      assertThat(file.get("w").toFloats()).containsExactly(0, 1, 2, 3, 4, 5);
    }
  }

  private static int indexOf(byte[] bytes, byte[] part) {
    for (int i = 0; i + part.length <= bytes.length; i++) {
      if (ByteBuffer.wrap(bytes, i, part.length).equals(ByteBuffer.wrap(part))) {
        return i;
      }
    }
    throw new AssertionError("not there");
  }

  @Test
  void a_closed_file_says_so() throws IOException {
    var file = open(dict(text("w"), floats("0", 6)));
    file.close();
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> file.get("w"))
        .withMessage(
            "%s is closed, so record \"archive/data/0\" cannot be read. Read arrays before closing the file.",
            fileName());
  }

  @Test
  void a_tensor_that_is_not_there_is_refused() throws IOException {
    try (var file = open(dict(text("w"), floats("0", 6)))) {
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> file.get("v"))
          .withMessage(
              "%s has no tensor named \"v\" among its 1 tensors. names() lists them.", fileName());
    }
  }

  @Test
  void a_tensor_that_repeats_few_elements_very_often_needs_a_higher_limit() throws IOException {
    var path = folder.resolve("model.pt");
    var repeated = tensor(storage("Float", "0", 6), 0, new int[] {5000, 5000}, new int[] {0, 0});
    TorchBytes.zip(path, pickle(dict(text("w"), repeated)), SIX);

    try (var file = TorchFile.open(path)) {
      assertThatExceptionOfType(DataException.class)
          .isThrownBy(() -> file.get("w"))
          .withMessage(
              "Tensor \"w\" of %s must unpack to at most 67108864 bytes, but its 24 bytes unpack to 100000000 or more. "
                  + "If you trust it, raise the limit: TorchFile.open(file, maxUnpackedBytes).",
              fileName());
    }
    try (var file = TorchFile.open(path, 100_000_000)) {
      assertThat(file.get("w").size()).isEqualTo(25_000_000);
    }
  }

  @Test
  void tuples_of_one_two_and_three_and_the_values_of_new_protocols_are_read() throws IOException {
    try (var file =
        open(
            ops(0x80, 4, 0x95, 0, 0, 0, 0, 0, 0, 0, 0),
            dict(
                text("tuples"),
                tuple(
                    PickleBytes.join(whole(1), ops(0x85)),
                    PickleBytes.join(whole(1), whole(2), ops(0x86)),
                    PickleBytes.join(whole(1), whole(2), whole(3), ops(0x87))),
                ops(0x8c, 1, 'b', 0x94),
                ops('C', 2, 7, 8),
                ops(0x8c, 1, 's'),
                ops(0x8f, '(', 'K', 1, 'K', 2, 0x90),
                ops(0x8c, 1, 'f'),
                ops('(', 'K', 3, 0x91),
                ops(0x8c, 1, 'n'),
                ops('h', 0)))) {

      assertThat(file.at("tuples"))
          .isEqualTo(List.of(List.of(1L), List.of(1L, 2L), List.of(1L, 2L, 3L)));
      assertThat(file.at("b")).isEqualTo(ByteBuffer.wrap(new byte[] {7, 8}));
      assertThat(file.at("s")).hasToString("[1, 2]");
      assertThat(file.at("f")).hasToString("[3]");
      assertThat(file.at("n")).isEqualTo("b");
    }
  }
}
