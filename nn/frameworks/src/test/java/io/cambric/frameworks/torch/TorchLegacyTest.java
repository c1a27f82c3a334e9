package io.cambric.frameworks.torch;

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
import static io.cambric.frameworks.torch.TorchBytes.counted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of the form before PyTorch 1.6. */
class TorchLegacyTest {

  private static final byte[] SIX = TorchBytes.floats(0, 1, 2, 3, 4, 5);

  @TempDir private Path folder;

  private Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("model.pth"), bytes);
  }

  @Test
  void storages_follow_in_the_order_of_the_last_pickle() throws IOException {
    var file =
        write(
            TorchBytes.legacy(
                pickle(dict(text("a"), floats("x", 1), text("b"), floats("y", 6))),
                pickle(list(text("y"), text("x"))),
                counted(6, SIX),
                counted(1, TorchBytes.floats(9))));

    try (var open = TorchFile.open(file)) {
      assertThat(open.format()).isEqualTo("PyTorch, legacy");
      assertThat(open.get("a").toFloats()).containsExactly(9);
      assertThat(open.get("b").toFloats()).containsExactly(0, 1, 2, 3, 4, 5);
    }
  }

  @Test
  void a_storage_of_an_old_file_may_be_a_part_of_another() throws IOException {
    var part = storage("Float", "x", 6, tuple(text("view"), whole(2), whole(3)));
    var file =
        write(
            TorchBytes.legacy(
                pickle(dict(text("w"), tensor(part, 1, new int[] {2}, new int[] {1}))),
                pickle(list(text("x"))),
                counted(6, SIX)));

    try (var open = TorchFile.open(file)) {
      assertThat(open.get("w").toFloats()).containsExactly(3, 4);
    }
  }

  @Test
  void a_closed_file_says_so() throws IOException {
    var file =
        write(
            TorchBytes.legacy(
                pickle(dict(text("w"), floats("x", 6))), pickle(list(text("x"))), counted(6, SIX)));
    var open = TorchFile.open(file);
    open.close();
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> open.get("w"))
        .withMessage(
            "%s is closed, so storage \"x\" cannot be read. Read arrays before closing the file.",
            file);
  }

  static Stream<Arguments> damaged() {
    var one = pickle(dict(text("w"), floats("x", 6)));
    var keys = pickle(list(text("x")));
    var part = storage("Float", "x", 6, tuple(text("view"), whole(4), whole(3)));
    return Stream.of(
        Arguments.of(pickle(whole(1)), "it is a pickle without the magic number of PyTorch"),
        Arguments.of(
            TorchBytes.legacy(one, keys, counted(7, SIX)),
            "storage \"x\" needs 6 elements, but has 7"),
        Arguments.of(
            TorchBytes.legacy(one, keys, counted(6, SIX), ops(0)),
            "1 bytes follow its last storage"),
        Arguments.of(
            TorchBytes.legacy(one, pickle(list()), counted(6, SIX)),
            "1 storages are used, but 0 are stored"),
        Arguments.of(
            TorchBytes.legacy(one, pickle(list(text("x"), text("x"))), counted(6, SIX)),
            "storage \"x\" is unknown or listed twice"),
        Arguments.of(
            TorchBytes.legacy(one, pickle(dict()), counted(6, SIX)),
            "its last pickle is not a list of storages"),
        Arguments.of(
            TorchBytes.legacy(pickle(list(floats("x", 6), floats("x", 5))), keys, counted(6, SIX)),
            "storage \"x\" has two sizes or dtypes"),
        Arguments.of(
            TorchBytes.legacy(
                pickle(tensor(part, 0, new int[] {3}, new int[] {1})), keys, counted(6, SIX)),
            "a part of storage \"x\" reaches beyond its 24 bytes"));
  }

  @ParameterizedTest
  @MethodSource("damaged")
  void a_file_whose_parts_disagree_is_refused(byte[] bytes, String what) throws IOException {
    var file = write(bytes);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> TorchFile.open(file))
        .withMessage("%s is not a valid PyTorch file: %s. Fetch or write it again.", file, what);
  }

  @Test
  void a_whole_module_is_refused() throws IOException {
    var module =
        join(
            tuple(text("module"), global("torch", "float32"), text("net.py"), text("class Net")),
            ops('Q'));
    var file = write(TorchBytes.legacy(pickle(module), pickle(list())));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> TorchFile.open(file))
        .withMessage(
            "%s contains a whole module with its source text, which cannot be read without Python. "
                + "Nothing in the file was run. "
                + "Save a dictionary of tensors instead, as in torch.save(model.state_dict(), file).",
            file);
  }
}
