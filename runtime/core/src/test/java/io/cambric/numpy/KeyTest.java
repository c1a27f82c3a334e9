package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.transform.Transforms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyTest {

  /** Literals of the tests of JAX. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 0",
    "1, 1, 0, 1",
    "-1, 4294967295, 4294967295, 4294967295",
    "-3, 4294967293, 4294967295, 4294967293",
    "2147483747, 2147483747, 0, 2147483747",
    "-2147483748, 2147483548, 4294967295, 2147483548",
    "-2147483749, 2147483547, 4294967295, 2147483547",
  })
  void a_seed_is_cut_to_32_bits_or_kept(long seed, double low, double wideHigh, double wideLow) {
    assertArray(Key.of(seed).data()).hasType("u32[2]").hasElements(0, low);
    assertArray(Key.of64Bit(seed).data()).hasElements(wideHigh, wideLow);
  }

  @Test
  void splitting_gives_the_keys_of_jax() {
    assertArray(Key.of(0).split().data())
        .hasType("u32[2,2]")
        .hasElements(1797259609L, 2579123966L, 928981903L, 3453687069L);
    assertArray(Key.of(42).split(3).data())
        .hasElements(1832780943L, 270669613L, 64467757L, 2916123636L, 2465931498L, 255383827L);
  }

  @Test
  void a_split_key_is_the_folded_one() {
    var keys = Key.of(72).split(3);

    for (int i = 0; i < 3; i++) {
      assertArray(Key.of(72).foldIn(i).data()).hasElements(words(keys.get(i)));
      assertArray(Key.of(72).foldIn(Numpy.scalar(i)).data()).hasElements(words(keys.get(i)));
    }
    assertArray(Key.of(0).foldIn(4).data()).hasElements(2285895361L, 433833334L);
  }

  private static double[] words(Key key) {
    var data = key.data().concrete("words");
    return new double[] {data.getDouble(0), data.getDouble(1)};
  }

  @Test
  void keys_split_to_any_shape_and_keep_their_order() {
    var grid = Key.of(5).split(Shape.of(2, 3));
    var row = Key.of(5).split(6);

    assertArray(grid.get(1, 2).data()).hasElements(words(row.get(5)));
  }

  @Test
  void an_array_of_keys_is_refused_with_the_mend() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Random.normal(Key.of(0).split(3), Shape.of(2)))
        .withMessageStartingWith(
            "In normal: bits needs one key, u32[2], but got u32[3,2]. Select one with "
                + "get(i), or map over them with vmap.");
  }

  @Test
  void keys_go_through_transformations() {
    var keys = Key.of(3).split(4);

    Array mapped =
        (Array) Transforms.vmap((Key key) -> Random.uniform(key, Shape.of(2))).apply(keys);

    for (int i = 0; i < 4; i++) {
      var alone = Random.uniform(keys.get(i), Shape.of(2)).toFloats();
      assertArray(mapped.get(i)).hasElements(alone[0], alone[1]);
    }
  }

  @Test
  void keys_have_one_generator() {
    assertThat(Random.keyImpl(Key.of(0))).isEqualTo("threefry2x32");
    assertThat(Random.keyImpl(Key.of(0).split(3))).isEqualTo("threefry2x32");
  }
}
