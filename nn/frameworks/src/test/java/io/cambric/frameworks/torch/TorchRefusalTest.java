package io.cambric.frameworks.torch;

import static io.cambric.frameworks.torch.PickleBytes.FALSE;
import static io.cambric.frameworks.torch.PickleBytes.NONE;
import static io.cambric.frameworks.torch.PickleBytes.call;
import static io.cambric.frameworks.torch.PickleBytes.dict;
import static io.cambric.frameworks.torch.PickleBytes.floats;
import static io.cambric.frameworks.torch.PickleBytes.global;
import static io.cambric.frameworks.torch.PickleBytes.join;
import static io.cambric.frameworks.torch.PickleBytes.list;
import static io.cambric.frameworks.torch.PickleBytes.ops;
import static io.cambric.frameworks.torch.PickleBytes.pickle;
import static io.cambric.frameworks.torch.PickleBytes.storage;
import static io.cambric.frameworks.torch.PickleBytes.tensor;
import static io.cambric.frameworks.torch.PickleBytes.text;
import static io.cambric.frameworks.torch.PickleBytes.tuple;
import static io.cambric.frameworks.torch.PickleBytes.whole;
import static io.cambric.frameworks.torch.PickleBytes.wholes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that are refused, in a time and with memory that their size limits. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TorchRefusalTest {

  private static final String MALFORMED =
      "%s is not a valid PyTorch file: %s. Fetch or write it again.";

  private static final String REFUSED =
      "%s contains %s, which cannot be read without Python. Nothing in the file was run. %s.";

  private static final String STATE_DICT =
      "Save a dictionary of tensors instead, as in torch.save(model.state_dict(), file)";

  @TempDir private Path folder;

  private void assertRefused(byte[] pickle, String message) throws IOException {
    var file = folder.resolve("model.pt");
    TorchBytes.zip(file, pickle, TorchBytes.floats(0, 1, 2, 3, 4, 5));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> TorchFile.open(file))
        .withMessage("%s", message.formatted(file));
  }

  private static String malformed(String what) {
    return MALFORMED.formatted("%s", what);
  }

  static Stream<Arguments> names() {
    return Stream.of(
        Arguments.of("os", "system", "the Python name \"os.system\"", STATE_DICT),
        Arguments.of("builtins", "eval", "the Python name \"builtins.eval\"", STATE_DICT),
        Arguments.of("torch", "load", "the Python name \"torch.load\"", STATE_DICT),
        Arguments.of("__torch__.Net", "Net", "the Python name \"__torch__.Net.Net\"", STATE_DICT),
        Arguments.of(
            "torch._utils",
            "_rebuild_qtensor",
            "quantised tensors",
            "Save their values, tensor.dequantize(), instead"),
        Arguments.of(
            "torch._utils",
            "_rebuild_sparse_tensor",
            "sparse tensors",
            "Save their values, tensor.to_dense(), instead"));
  }

  @ParameterizedTest
  @MethodSource("names")
  void a_name_of_python_that_is_no_tensor_or_plain_value_is_refused_by_name(
      String module, String name, String what, String remedy) throws IOException {
    // The value is taken from the stack again, so it is refused for its name alone.
    assertRefused(
        pickle(global(module, name), ops('0'), dict()), REFUSED.formatted("%s", what, remedy));
  }

  static Stream<Arguments> pickles() {
    var six = storage("Float", "0", 6);
    return Stream.of(
        Arguments.of(
            "a call of a text", join(call(text("open"), text("a"))), "its pickle calls \"open\""),
        Arguments.of(
            "a class of storages that is called",
            call(global("torch", "FloatStorage"), whole(9)),
            "its pickle calls a class of storages"),
        Arguments.of(
            "a storage that is not there", floats("7", 6), "it has no record for storage \"7\""),
        Arguments.of(
            "a storage outside of the folder",
            floats("../data/0", 6),
            "it has no record for storage \"../data/0\""),
        Arguments.of(
            "a storage of another size",
            floats("0", 7),
            "storage \"0\" needs 28 bytes, but has 24"),
        Arguments.of("a storage of no tensor", list(six), "it has a storage that no tensor views"),
        Arguments.of(
            "a view beyond its storage",
            tensor(six, 1, new int[] {2, 3}, new int[] {3, 1}),
            "a tensor of sizes [2, 3], strides [3, 1] and offset 1 reaches beyond its storage of 6 elements"),
        Arguments.of(
            "a negative stride",
            tensor(six, 5, new int[] {6}, new int[] {-1}),
            "a tensor of sizes [6] has a negative stride or offset: [-1] and 5"),
        Arguments.of(
            "sizes whose product no number holds",
            tensor(six, 0, new int[] {1 << 30, 1 << 30, 1 << 30}, new int[] {0, 0, 0}),
            "a tensor has impossible sizes: [1073741824, 1073741824, 1073741824]"),
        Arguments.of(
            "too few arguments",
            call(global("torch._utils", "_rebuild_tensor_v2"), six),
            "torch._utils._rebuild_tensor_v2 needs 6 to 7 arguments, but has 1"),
        Arguments.of(
            "an argument of another type",
            call(
                global("torch._utils", "_rebuild_tensor_v2"),
                text("0"),
                whole(0),
                wholes(6),
                wholes(1),
                FALSE,
                NONE),
            "argument 1 of torch._utils._rebuild_tensor_v2 needs to be a storage, but is \"0\""),
        Arguments.of("a list as a key", dict(list(), whole(1)), "a dictionary has a list as a key"),
        Arguments.of(
            "a tuple with a tuple as a key",
            dict(tuple(tuple()), whole(1)),
            "a key has the part a tuple"),
        Arguments.of(
            "a tensor in a set",
            join(ops(0x8f, '('), floats("0", 6), ops(0x90)),
            "a set contains float32[6]"),
        Arguments.of(
            "a list that contains itself", ops(']', 'q', 0, 'h', 0, 'a'), "a list contains itself"),
        Arguments.of(
            "a function in the place of a value",
            list(global("torch", "Size")),
            "it has function torch.Size in the place of a value"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pickles")
  void a_pickle_that_makes_no_sound_values_is_refused(String what, byte[] value, String message)
      throws IOException {
    assertThat(what).isNotEmpty();
    assertRefused(pickle(value), malformed(message));
  }

  @Test
  void hooks_of_a_tensor_are_refused() throws IOException {
    assertRefused(
        pickle(
            call(
                global("torch._utils", "_rebuild_tensor_v2"),
                storage("Float", "0", 6),
                whole(0),
                wholes(6),
                wholes(1),
                FALSE,
                dict(whole(0), text("hook")))),
        REFUSED.formatted("%s", "hooks of a tensor", "Save the tensor.detach() instead"));
  }

  @Test
  void lists_that_contain_the_one_before_twice_do_not_take_exponential_time() throws IOException {
    var bomb = new byte[60][];
    bomb[0] = ops(']', 'q', 0, '0');
    for (int i = 1; i < bomb.length; i++) {
      bomb[i] = ops(']', '(', 'h', i - 1, 'h', i - 1, 'e', 'q', i, '0');
    }
    assertRefused(
        pickle(join(bomb), ops('h', 59)),
        malformed("its containers contain others so often that they have more than 1599 values"));
  }

  @Test
  void names_that_grow_with_every_container_are_limited() throws IOException {
    var key = join(text("k".repeat(20_000)), ops('q', 0, '0'));
    var inner = join(ops('}', 'h', 0), floats("0", 6), ops('s'));
    var open = new byte[100][];
    for (int i = 0; i < open.length; i++) {
      open[i] = ops('}', 'h', 0);
    }
    var close = "s".repeat(open.length).getBytes(StandardCharsets.US_ASCII);
    assertRefused(
        pickle(key, join(open), inner, close),
        malformed("the names of its tensors have more than 344848 characters"));
  }

  @Test
  void containers_nested_very_deep_are_refused_without_recursion() throws IOException {
    var deep = "]".repeat(200_000) + "a".repeat(199_999);
    assertRefused(
        pickle(deep.getBytes(StandardCharsets.US_ASCII)),
        malformed("its containers are nested more than 128 deep"));
  }

  @Test
  void a_zip_archive_needs_exactly_one_pickle() throws IOException {
    var file = folder.resolve("model.pt");
    TorchBytes.zip(file, Map.of("a/data.pkl", pickle(dict()), "b/data.pkl", pickle(dict())));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> TorchFile.open(file))
        .withMessageStartingWith(
            "%s is not a valid PyTorch file: a zip archive of PyTorch needs one record data.pkl in a folder, but has [",
            file);
  }

  static Stream<Arguments> otherFiles() {
    return Stream.of(
        Arguments.of("", "it begins neither as a zip archive nor as a pickle"),
        Arguments.of("{}", "it begins neither as a zip archive nor as a pickle"),
        Arguments.of(
            "version https://git-lfs.github.com/spec/v1\n",
            "it is only the pointer of Git LFS to one, which git lfs pull replaces"),
        Arguments.of("PK\u0003\u0004", "its zip archive cannot be read: zip END header not found"));
  }

  @ParameterizedTest
  @MethodSource("otherFiles")
  void a_file_of_another_kind_is_refused(String content, String what) throws IOException {
    var file = folder.resolve("model.pt");
    Files.writeString(file, content);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> TorchFile.open(file))
        .withMessage(MALFORMED, file, what);
  }
}
