package io.cambric.scope;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hashes of paths for random streams, as Flax 0.12.8 computes them, in both settings of the
 * separator.
 */
class RngFoldTest {

  static Stream<Arguments> rows() {
    return Stream.of(
        Arguments.of(List.of(), 1, 0xbf8b4530, 0x3f295464),
        Arguments.of(List.of(), 2, 0xc4ea21bb, 0x9ac521e3),
        Arguments.of(List.of("Dense_0"), 1, 0xb2b71315, 0xffa3ca5f),
        Arguments.of(List.of("Dense_0"), 2, 0x8916588a, 0x2c43bda3),
        Arguments.of(List.of("Dense_1"), 1, 0x06a9f0dc, 0xf7a0db5c),
        Arguments.of(List.of("layers_0"), 1, 0x236050e3, 0xe20097f8),
        Arguments.of(List.of("encoder", "Dense_0"), 1, 0x06c217d8, 0x84a85966),
        Arguments.of(List.of("a", "b"), 1, 0xa3538c90, 0x7e83dd75),
        Arguments.of(List.of("ab"), 1, 0xa3538c90, 0x6a12908a),
        Arguments.of(List.of(), 256, 0x0e356ba5, 0x62571891));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void hash_of_a_path_and_a_counter_equals_flax(
      List<String> path, int counter, int plain, int separated) {
    assertThat(RngFold.hash(path, counter, false)).isEqualTo(plain);
    assertThat(RngFold.hash(path, counter, true)).isEqualTo(separated);
  }

  @Test
  void paths_whose_names_join_to_one_text_collide_only_without_a_separator() {
    var first = List.of("ab", "c");
    var second = List.of("a", "bc");

    assertThat(RngFold.hash(first, 1, false)).isEqualTo(RngFold.hash(second, 1, false));
    assertThat(RngFold.hash(first, 1, true)).isNotEqualTo(RngFold.hash(second, 1, true));
  }
}
